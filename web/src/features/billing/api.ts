import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Billing, BillingDetailsIn } from '@/api/billing-models'

export const billingQuery = queryOptions({
  queryKey: ['setup', 'billing'],
  queryFn: () => dataOf(api.GET('/api/billing/get')),
})

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['setup', 'billing', 'statements'],
  queryFn: ({ pageParam }) =>
    dataOf(api.GET('/api/billing/statements/get', { params: { query: { before: pageParam } } })),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.next_before,
})

export const feesQuery = infiniteQueryOptions({
  queryKey: ['setup', 'billing', 'fees'],
  queryFn: ({ pageParam }) => dataOf(api.GET('/api/billing/fees/get', { params: { query: { before: pageParam } } })),
  initialPageParam: null as number | null,
  getNextPageParam: (page) => page.next_before,
})

/** What a plan would charge now; asked anew each time, as it changes by the day. */
export const previewQuery = (plan: number) =>
  queryOptions({
    queryKey: ['setup', 'billing', 'preview', plan],
    queryFn: () => dataOf(api.POST('/api/billing/plan/preview', { body: { plan_id: plan } })),
    gcTime: 0,
    staleTime: 0,
  })

export const cardFormQuery = queryOptions({
  queryKey: ['setup', 'billing', 'card'],
  queryFn: () => dataOf(api.POST('/api/billing/card/begin')),
  gcTime: 0,
  staleTime: Infinity,
})

/** Show what a change answered, and have the statements read again. */
export function keepBilling(queries: QueryClient, billing: Billing) {
  queries.setQueryData(billingQuery.queryKey, billing)
  void queries.invalidateQueries({ queryKey: statementsQuery.queryKey })
}

export const takePlan = (plan: number, total: number, version?: number) =>
  dataOf(api.POST('/api/billing/plan/take', { body: { plan_id: plan, expected_charge: total, version } }))

export const cancelPlan = (isCanceled: boolean, version: number) =>
  dataOf(api.POST('/api/billing/plan/cancel', { body: { is_canceled: isCanceled, version } }))

export const saveDetails = (body: BillingDetailsIn) => dataOf(api.POST('/api/billing/details/save', { body }))

export const saveCard = (setup: string) => dataOf(api.POST('/api/billing/card/save', { body: { setup_id: setup } }))

export const payNow = () => dataOf(api.POST('/api/billing/pay'))
