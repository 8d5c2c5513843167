import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CustomerIn, CustomerRow } from '@/api/models'
import type { FetchPage } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'

const at = (customer: number | string) => ({ params: { path: { customer: Number(customer) } } })

/** Everything about one customer is under this key, so that a change renews all of it. */
export const customerKey = (customer: number | string) => ['customer', String(customer)]

export const customerQuery = (customer: number | string) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'full'],
    queryFn: () => dataOf(api.GET('/api/customer/{customer}/get', at(customer))),
  })

const pageSize = 50

export const tripsQuery = (customer: number | string) =>
  infiniteQueryOptions({
    queryKey: [...customerKey(customer), 'trips'],
    queryFn: ({ pageParam }) => {
      const query = { cursor: pageParam, limit: pageSize, sort: '-first_start_at' }
      return dataOf(
        api.GET('/api/customer/{customer}/trips/get', { params: { path: { customer: Number(customer) }, query } }),
      )
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
  })

export const bookingsQuery = (customer: number | string) =>
  infiniteQueryOptions({
    queryKey: [...customerKey(customer), 'bookings'],
    queryFn: ({ pageParam }) => {
      const query = { cursor: pageParam, limit: pageSize }
      return dataOf(
        api.GET('/api/customer/{customer}/bookings/get', { params: { path: { customer: Number(customer) }, query } }),
      )
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
  })

export const messagesQuery = (customer: number | string) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'messages'],
    queryFn: () => dataOf(api.GET('/api/messages/customer/{customer}/get', at(customer))),
  })

export const cardsQuery = (customer: number | string) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'cards'],
    queryFn: async () => (await dataOf(api.GET('/api/customer/{customer}/cards/get', at(customer)))).data,
  })

export const historyQuery = (customer: number | string) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'history'],
    queryFn: async () => (await dataOf(api.GET('/api/customer/{customer}/history', at(customer)))).data,
  })

export const duplicatesQuery = (customer: number | string) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'duplicates'],
    queryFn: () => dataOf(api.GET('/api/customer/{customer}/duplicates/get', at(customer))),
  })

export const allDuplicatesQuery = queryOptions({
  queryKey: ['customers', 'duplicates'],
  queryFn: () => dataOf(api.GET('/api/customers/duplicates/get')),
})

export const previewQuery = (customer: number) =>
  queryOptions({
    queryKey: [...customerKey(customer), 'anonymise'],
    queryFn: () => dataOf(api.GET('/api/customer/{customer}/anonymise/preview', at(customer))),
    staleTime: 0,
  })

/** Customers by what somebody types, to merge with. */
export const findQuery = (search: string) =>
  queryOptions({
    queryKey: ['customers', 'find', search],
    queryFn: () => dataOf(api.GET('/api/customers/get', { params: { query: { search, limit: 8 } } })),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  })

export const fetchCustomers: FetchPage<CustomerRow> = (query, signal) =>
  dataOf(api.GET('/api/customers/get', { params: { query }, signal }))

export const saveCustomer = (customer: number | null, body: CustomerIn) =>
  dataOf(
    customer === null
      ? api.POST('/api/customer/create', { body })
      : api.POST('/api/customer/{customer}/save', { ...at(customer), body }),
  )

export const setVip = (customer: number, is_vip: boolean) =>
  dataOf(api.POST('/api/customer/{customer}/toggleVip', { params: { path: { customer }, query: { is_vip } } }))

export const mergeCustomers = (keep_id: number, merge_ids: number[], field_choices: Record<string, number>) =>
  dataOf(api.POST('/api/customers/merge', { body: { keep_id, merge_ids, field_choices } }))

export const undoMerge = (merge: number) =>
  dataOf(api.POST('/api/customers/merge/{merge}/undo', { params: { path: { merge } } }))

/** Tag customers: a few at once (how many changed), or all that match as long work (null). */
export async function tagCustomers(target: BulkTarget, add: string[], remove: string[]): Promise<number | null> {
  if (isFew(target)) {
    return (await dataOf(api.POST('/api/customers/tag', { body: { ids: target.ids, add, remove } }))).changed_cnt
  }
  await startBulk(target, { action: 'tag', add, remove })
  return null
}

/** Anonymise customers: a few at once (the outcome), or all that match as long work (null). */
export async function anonymiseAll(target: BulkTarget) {
  if (isFew(target)) return deleteCustomers(target.ids, 'anonymise')
  await startBulk(target, { action: 'anonymise', add: [], remove: [] })
  return null
}

const atOnce = 200
const isFew = (target: BulkTarget): target is Extract<BulkTarget, { ids: number[] }> =>
  'ids' in target && target.cnt <= atOnce

type Deed = { action: 'tag' | 'anonymise'; add: string[]; remove: string[] }

function startBulk(target: BulkTarget, deed: Deed) {
  const which = 'ids' in target ? { ids: target.ids } : { search: target.search, filters: target.filters }
  return dataOf(api.POST('/api/customers/bulk', { body: { ...deed, ...which } }))
}

export const deleteCustomers = (ids: number[], mode: 'anonymise' | 'delete_if_empty') =>
  dataOf(api.POST('/api/customers/delete', { body: { ids, mode } }))

export const findDuplicates = () => dataOf(api.POST('/api/customers/duplicates/find'))

export const dismissPair = (customer: number, other_id: number, isBack = false) =>
  dataOf(
    isBack
      ? api.POST('/api/customer/{customer}/maybeDuplicate', { ...at(customer), body: { other_id } })
      : api.POST('/api/customer/{customer}/notDuplicate', { ...at(customer), body: { other_id } }),
  )

export const changeCard = (customer: number, card: number, deed: 'makeDefault' | 'remove' | 'restore') =>
  dataOf(api.POST(`/api/customer/{customer}/card/{card}/${deed}`, { params: { path: { customer, card } } }))

/** Everything about a person as a file; the browser saves it. */
export async function exportPerson(customer: number) {
  const blob = await dataOf(api.POST('/api/customer/{customer}/export', { ...at(customer), parseAs: 'blob' }))
  const address = URL.createObjectURL(blob as unknown as Blob)
  const link = document.createElement('a')
  link.href = address
  link.download = `customer-${customer}.zip`
  link.click()
  // The browser has to have begun before the address goes away.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
