import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, ApiError, dataOf } from '@/api/client'
import type { TripFull } from '@/api/models'
import { listParams } from '@/components/table/api'
import type { Condition } from '@/components/table/model'
import type { SaveBody } from '@/features/sell/api'
import { keyOf } from './model'

const aMoment = 20_000

/** Whom the agent sells for, on which terms, and what is sold again and again. */
export const deskQuery = queryOptions({
  queryKey: ['desk'],
  queryFn: () => dataOf(api.GET('/api/desk/get')),
  staleTime: aMoment,
})

/** What can be sold on a day, with how many seats are left. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: ['desk-day', day],
    queryFn: () => dataOf(api.GET('/api/desk/day/{day}/get', { params: { path: { day } } })),
    refetchInterval: aMoment,
    staleTime: aMoment / 2,
    enabled: day !== '',
  })

export const ticketsQuery = (trip: string) =>
  queryOptions({
    queryKey: ['desk-tickets', trip],
    queryFn: () => dataOf(api.GET('/api/desk/trip/{trip}/tickets/get', { params: { path: { trip } } })),
    staleTime: Infinity,
  })

export const earningsQuery = (month: string, mine: boolean) =>
  queryOptions({
    queryKey: ['desk-earnings', month, mine],
    queryFn: () => dataOf(api.GET('/api/desk/earnings/get', { params: { query: { month, mine } } })),
    placeholderData: keepPreviousData,
  })

export const invoicesQuery = queryOptions({
  queryKey: ['desk-invoices'],
  queryFn: () => dataOf(api.GET('/api/desk/invoices/get')),
})

export const statementQuery = queryOptions({
  queryKey: ['desk-statement'],
  queryFn: () => dataOf(api.GET('/api/desk/statement/get')),
})

export const invoicePdf = (invoice: number) => `/api/desk/invoice/${invoice}/pdf`
export const voucherPdf = (hash: string) => `/api/voucher/${hash}/pdf`

/** Sold trips of the agent's partner that begin when asked for, or that fit what was typed. */
export const soldQuery = (search: string, filters: Condition[], sort: string) =>
  infiniteQueryOptions({
    queryKey: ['desk-trips', search, filters, sort],
    queryFn: ({ pageParam, signal }) =>
      dataOf(
        api.GET('/api/trips/get', {
          params: {
            query: {
              ...listParams({ search, sort, filters, groupBy: '' }),
              limit: 30,
              ...(pageParam && { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
    placeholderData: keepPreviousData,
  })

let sale = crypto.randomUUID()

/** Begins another sale: one of the same guests on the same departure is not the one before sent again. */
export function beginSale(): void {
  sale = crypto.randomUUID()
}

/** Puts a sale on the server; sent again, because its answer got lost, it is still one sale. */
export const saveOnce = (body: SaveBody) =>
  dataOf(api.POST('/api/trip/save', { body, headers: { 'Idempotency-Key': keyOf(sale, body) } }))

const loadTrip = (trip: number) => dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip: String(trip) } } }))

const sold = ['reserved', 'under_review']

/**
 * Books a draft, once: an answer that got lost is given again.
 *
 * @throws why it is not booked
 */
export async function reserveOnce({ id, version }: TripFull): Promise<TripFull> {
  const trip = id ?? 0
  try {
    const answer = await dataOf(
      api.POST('/api/trip/{trip}/reserve', {
        params: { path: { trip: String(trip) } },
        body: { notify: true, version },
        headers: { 'Idempotency-Key': `desk-reserve-${trip}-${version}` },
      }),
    )
    return answer.trip
  } catch (error) {
    // The first try may have got through although nobody heard of it.
    const isDone = error instanceof ApiError && ['already_done', 'stale_version'].includes(error.code)
    const found = isDone ? await loadTrip(trip) : null
    if (found && sold.includes(found.status.slug)) return found
    throw error
  }
}

/** Sends the guest the confirmation, or a link to pay what they owe the operator. */
export const sendToGuest = (trip: number, what: 'confirmation' | 'payment_request') =>
  dataOf(api.POST('/api/desk/trip/{trip}/send', { params: { path: { trip: String(trip) } }, body: { what } }))
