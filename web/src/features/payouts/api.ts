import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { FetchPage } from '@/components/table/api'
import type { Condition } from '@/components/table/model'
import { addDays } from '@/lib/dates'

type Schemas = components['schemas']
export type Payout = Schemas['PayoutRowOut']
export type Line = Schemas['PayoutTransactionRowOut']
export type Difference = Schemas['ClosingDifferenceOut']
export type Closing = Schemas['ClosingOut']

/** Reports are over days, three years at most; a payout arrives some days after it was made. */
const LONGEST_DAYS = 3 * 365
const AHEAD_DAYS = 30

export const wholeSpan = (today: string) => ({
  from: addDays(today, AHEAD_DAYS - LONGEST_DAYS),
  to: addDays(today, AHEAD_DAYS),
})

type Asked = { filters?: Condition[]; sort?: string; cursor?: string; limit?: number }

const bodyOf = (today: string, { filters = [], ...rest }: Asked) => ({
  ...wholeSpan(today),
  ...rest,
  filters: filters as unknown as Record<string, never>[],
})

const payoutsReport = (today: string, asked: Asked, signal?: AbortSignal) =>
  dataOf(api.POST('/api/reports/payouts', { body: bodyOf(today, asked), signal }))

const linesReport = (today: string, asked: Asked, signal?: AbortSignal) =>
  dataOf(api.POST('/api/reports/payoutTransactions', { body: bodyOf(today, asked), signal }))

/** A page of a list, as the table asks for it, answered by a report. */
const asPage =
  <T>(
    ask: (asked: Asked, signal: AbortSignal) => Promise<{ data: T[]; meta: Schemas['ReportMetaOut'] }>,
  ): FetchPage<T> =>
  async ({ filters, sort = '', cursor = '', limit = 100 }, signal) => {
    const conditions = filters ? (JSON.parse(filters) as Condition[]) : []
    const { data, meta } = await ask({ filters: conditions, sort, cursor, limit }, signal)
    return { data, meta: { ...meta, groups: null } }
  }

export const fetchPayouts = (today: string): FetchPage<Payout> =>
  asPage((asked, signal) => payoutsReport(today, asked, signal))

export const fetchLines = (today: string): FetchPage<Line> =>
  asPage((asked, signal) => linesReport(today, asked, signal))

const of = (field: string, value: string | number | string[], op = 'eq'): Condition => ({ field, op, value })

export const payoutQuery = (today: string, payout: string) =>
  queryOptions({
    queryKey: ['payouts', 'one', payout],
    queryFn: async () =>
      (await payoutsReport(today, { filters: [of('gateway_id', payout)], limit: 1 })).data[0] ?? null,
  })

/** The lines of one payout, a page after the other. */
export const linesQuery = (today: string, payout: number) =>
  infiniteQueryOptions({
    queryKey: ['payouts', 'lines', payout],
    queryFn: ({ pageParam }) =>
      linesReport(today, { filters: [of('payout_id', payout)], cursor: pageParam, limit: 100 }),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
  })

const DAYS_SHOWN = 30

/** What is on its way, what arrived lately, and what it cost to collect it; by currency. */
export const sumsQuery = (today: string) =>
  queryOptions({
    queryKey: ['payouts', 'sums', today],
    queryFn: async () => {
      const span = { from: addDays(today, -DAYS_SHOWN), to: today }
      const lines = api.POST('/api/reports/payoutTransactions', {
        body: { ...span, dateType: 'created' as const, limit: 1, filters: [] },
      })
      const [coming, arrived, collected] = await Promise.all([
        payoutsReport(today, { filters: [of('status', ['pending', 'in_transit'], 'in')], limit: 1 }),
        dataOf(
          api.POST('/api/reports/payouts', {
            body: { ...span, limit: 1, filters: [of('status', ['paid'], 'in')] as never },
          }),
        ),
        dataOf(lines),
      ])
      return { coming: coming.totals, arrived: arrived.totals, collected: collected.totals }
    },
    staleTime: 60_000,
  })

/** What the gateway's books and ours differ in today; part of the day's closing. */
export const closingQuery = (day: string) =>
  queryOptions({
    queryKey: ['payouts', 'closing', day],
    queryFn: async () =>
      (await dataOf(api.POST('/api/reports/paymentsGrouped', { body: { from: day, to: day, filters: [] } }))).closing,
    staleTime: 60_000,
  })

/** The closing of a day as a document. */
export async function closingPdf(day: string): Promise<Blob> {
  const body = { from: day, to: day, filters: [], export: { format: 'closing' as const } }
  return (await dataOf(api.POST('/api/reports/paymentsGrouped', { body, parseAs: 'blob' }))) as unknown as Blob
}

export const exportLines = (today: string, payout: number) =>
  dataOf(
    api.POST('/api/reports/payoutTransactions', {
      body: { ...bodyOf(today, { filters: [of('payout_id', payout)], limit: 1 }), export: { format: 'xlsx' } },
    }),
  )
