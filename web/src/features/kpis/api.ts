import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { DealTerms, NewDeal, NewRate, SalesDeal } from '@/api/platform-models'

/** Whose figures: operators of a plan, a country, or of a month of sign-up (YYYY-MM). */
export type Whose = { plan?: string; country?: string; cohort?: string }

const key = (name: string, query: Whose) => ['kpis', name, query]

export const mrrRateQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('mrrRate', query),
    queryFn: () => dataOf(api.GET('/kpis/mrrRate', { params: { query } })),
  })

export const mrrHistoryQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('mrrHistory', query),
    queryFn: () => dataOf(api.GET('/kpis/mrrHistory', { params: { query } })),
  })

export const volumeQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('volume', query),
    queryFn: () => dataOf(api.GET('/kpis/volumeHistory', { params: { query } })),
  })

export const conversionQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('conversion', query),
    queryFn: () => dataOf(api.GET('/kpis/ecommConversionRate', { params: { query } })),
  })

export const cardsQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('cards', query),
    queryFn: () => dataOf(api.GET('/kpis/creditCardUsage', { params: { query } })),
  })

export const cardHistoryQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('cardHistory', query),
    queryFn: () => dataOf(api.GET('/kpis/creditCardUsageHistory', { params: { query } })),
  })

export const feesQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('fees', query),
    queryFn: () => dataOf(api.GET('/kpis/feeCaptureRate', { params: { query } })),
  })

export const feeHistoryQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('feeHistory', query),
    queryFn: () => dataOf(api.GET('/kpis/feeCaptureRateHistory', { params: { query } })),
  })

export const stagesQuery = queryOptions({
  queryKey: ['kpis', 'dealsByStage'],
  queryFn: () => dataOf(api.GET('/kpis/dealsByStage', { params: { query: {} } })),
})

export const onboardingQuery = (query: Whose) =>
  queryOptions({
    queryKey: key('onboarding', query),
    queryFn: () => dataOf(api.GET('/kpis/onboardingByStage', { params: { query } })),
  })

export const ratesQuery = queryOptions({
  queryKey: ['kpis', 'rates'],
  queryFn: () => dataOf(api.GET('/api/platform/rates/get')),
})

export const saveRate = (body: NewRate) => dataOf(api.POST('/api/platform/rates/save', { body }))

export const runsQuery = queryOptions({
  queryKey: ['kpis', 'runs'],
  queryFn: () => dataOf(api.GET('/api/platform/figures/runs')),
})

/** Operators that a deal may have become, by name; one page is enough for who types on. */
export const operatorChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ['kpis', 'operatorChoices', search],
    queryFn: () => dataOf(api.GET('/api/platform/operators/get', { params: { query: { search } } })),
  })

export const dealsQuery = queryOptions({
  queryKey: ['kpis', 'deals'],
  queryFn: () => dataOf(api.GET('/api/platform/deals/get')),
})

export const createDeal = (body: NewDeal) => dataOf(api.POST('/api/platform/deals/create', { body }))

export const editDeal = ({ id, version }: SalesDeal, body: DealTerms) =>
  dataOf(api.POST('/api/platform/deals/{deal}/edit', { params: { path: { deal: id } }, body: { ...body, version } }))

export const deleteDeal = ({ id, version }: SalesDeal) =>
  dataOf(api.POST('/api/platform/deals/{deal}/delete', { params: { path: { deal: id } }, body: { version } }))

/** Whether deals stand in HubSpot too: what is deleted here is archived there. */
export const crmQuery = queryOptions({
  queryKey: ['platform', 'hubspot'],
  queryFn: () => dataOf(api.GET('/api/platform/hubspot/get')),
})

export const moveDeal = ({ id, version }: SalesDeal, stage: SalesDeal['stage'], lost_reason = '') =>
  dataOf(
    api.POST('/api/platform/deals/{deal}/move', {
      params: { path: { deal: id } },
      body: { stage, lost_reason, version },
    }),
  )
