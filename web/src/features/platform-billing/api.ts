import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

type Schemas = components['schemas']
export type DeskPlan = Schemas['DeskPlanOut']
export type DeskPlanIn = Schemas['DeskPlanIn']
export type DeskOperator = Schemas['DeskOperatorOut']
export type TripFees = Schemas['TripFeesOut']
export type DeskOperatorRow = Schemas['DeskOperatorRowOut']
export type SellerIn = Schemas['SellerIn']
export type Selling = Schemas['SellerAndTaxesOut']

const key = ['platform', 'billing'] as const

export const plansQuery = queryOptions({
  queryKey: [...key, 'plans'],
  queryFn: () => dataOf(api.GET('/api/platform/billing/plans/get')),
})

export const sellerQuery = queryOptions({
  queryKey: [...key, 'seller'],
  queryFn: () => dataOf(api.GET('/api/platform/billing/seller/get')),
})

export const operatorsQuery = (isOverdue: boolean) =>
  infiniteQueryOptions({
    queryKey: [...key, 'operators', isOverdue],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/api/platform/billing/operators/get', {
          params: { query: { is_overdue: isOverdue, after: pageParam } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_after,
  })

export const operatorQuery = (operatorAccount: number) =>
  queryOptions({
    queryKey: [...key, 'operator', operatorAccount],
    queryFn: () =>
      dataOf(
        api.GET('/api/platform/billing/operator/{operatorAccount}/get', { params: { path: { operatorAccount } } }),
      ),
  })

/** Operators that are found by name or address, to be put on a plan. */
export const foundQuery = (search: string) =>
  queryOptions({
    queryKey: ['platform', 'operators', 'found', search],
    queryFn: () => dataOf(api.GET('/api/platform/operators/get', { params: { query: { search } } })),
  })

export const feesQuery = (operatorAccount: number) =>
  infiniteQueryOptions({
    queryKey: [...key, 'fees', operatorAccount],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/api/platform/billing/operator/{operatorAccount}/fees/get', {
          params: { path: { operatorAccount }, query: { before: pageParam } },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_before,
  })

export const savePlan = (body: DeskPlanIn) => dataOf(api.POST('/api/platform/billing/plan/save', { body }))

export const archivePlan = ({ id, version, is_archived }: DeskPlan) =>
  dataOf(
    api.POST('/api/platform/billing/plan/{billingPlan}/archive', {
      params: { path: { billingPlan: id } },
      body: { version, is_archived: !is_archived },
    }),
  )

export const deletePlan = ({ id }: DeskPlan) =>
  dataOf(api.POST('/api/platform/billing/plan/{billingPlan}/delete', { params: { path: { billingPlan: id } } }))

export const saveSeller = (body: SellerIn) => dataOf(api.POST('/api/platform/billing/seller/save', { body }))

export const saveTaxes = (taxes: Schemas['CountryTaxIn'][]) =>
  dataOf(api.POST('/api/platform/billing/taxes/save', { body: { taxes } }))

const of = (operatorAccount: number) => ({ params: { path: { operatorAccount } } })

export const subscribe = (id: number, body: Schemas['DeskSubscribeIn']) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/subscribe', { ...of(id), body }))

export const payBack = (id: number) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/payBack', of(id)))

export const giveCredit = (id: number, body: Schemas['DeskCreditIn']) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/credit', { ...of(id), body }))

export const markPaid = (id: number, body: Schemas['DeskPaidIn']) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/paid', { ...of(id), body }))

export const setDiscount = (id: number, body: Schemas['DeskDiscountIn']) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/discount', { ...of(id), body }))

export const waiveFee = (id: number, body: Schemas['DeskWaiveIn']) =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/waive', { ...of(id), body }))

export const pause = (id: number, isPaused: boolean) =>
  dataOf(
    api.POST('/api/platform/billing/operator/{operatorAccount}/pause', { ...of(id), body: { is_paused: isPaused } }),
  )

export const payBy = (id: number, paysBy: 'card' | 'transfer') =>
  dataOf(api.POST('/api/platform/billing/operator/{operatorAccount}/paysBy', { ...of(id), body: { pays_by: paysBy } }))
