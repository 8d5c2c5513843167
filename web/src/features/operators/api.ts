import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

export type OperatorRow = components['schemas']['OperatorRowOut']
export type Operator = components['schemas']['OperatorPageOut']
export type Question = { search: string; status: string; stage: string; sort: string }

const wanted = ({ search, status, stage, sort }: Question) => ({
  search,
  sort,
  filters: JSON.stringify([
    ...(status ? [{ field: 'status', op: 'eq', value: status }] : []),
    ...(stage === 'stalled'
      ? [{ field: 'is_stalled', op: 'eq', value: true }]
      : stage
        ? [{ field: 'stage', op: 'eq', value: stage }]
        : []),
  ]),
})

/** Who does business on this platform, page after page. */
export const operatorsQuery = (question: Question) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'operators', question],
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/platform/operators/get', { params: { query: { ...wanted(question), cursor: pageParam } } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor,
  })

/** The address of the same as a file. */
export const exportAddress = (question: Question) =>
  `/api/platform/operators/export?${new URLSearchParams(wanted(question)).toString()}`

export const operatorQuery = (account: number) =>
  queryOptions({
    queryKey: ['platform', 'operator', account],
    queryFn: () => dataOf(api.GET('/api/platform/operator/{account}/get', { params: { path: { account } } })),
  })

export type Verb = 'suspend' | 'lift' | 'reopen'

const at = (account: number) => ({ path: { account } })
const changes = {
  suspend: (account: number, reason: string) =>
    api.POST('/api/platform/operator/{account}/suspend', { params: at(account), body: { reason } }),
  lift: (account: number, reason: string) =>
    api.POST('/api/platform/operator/{account}/lift', { params: at(account), body: { reason } }),
  reopen: (account: number, reason: string) =>
    api.POST('/api/platform/operator/{account}/reopen', { params: at(account), body: { reason } }),
}

export const measure = (account: number) =>
  dataOf(api.POST('/api/platform/operator/{account}/measure', { params: at(account) }))
export const change = (account: number, verb: Verb, reason: string) => dataOf(changes[verb](account, reason))
export const close = (account: number, reason: string, slug: string) =>
  dataOf(api.POST('/api/platform/operator/{account}/close', { params: at(account), body: { reason, slug } }))
export const askSupport = (account: number, reason: string) =>
  dataOf(api.POST('/api/platform/operator/{account}/support/ask', { params: at(account), body: { reason } }))
export const withdrawSupport = (account: number) =>
  dataOf(api.POST('/api/platform/operator/{account}/support/withdraw', { params: at(account) }))
export const endSupport = (account: number) =>
  dataOf(api.POST('/api/platform/operator/{account}/support/end', { params: at(account) }))
export const enterSupport = (account: number) =>
  dataOf(api.POST('/api/platform/operator/{account}/support/enter', { params: at(account) }))
