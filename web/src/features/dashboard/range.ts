import { addDays } from '@/lib/dates'

export type Basis = 'created' | 'activity'
export type Compare = 'previous' | 'year'
export type SalesRange = { from: string; to: string; basis: Basis; compare: Compare }

export const spans = ['7', '30', '90'] as const
export type Span = (typeof spans)[number]

/** The days to show: sales up to today; departures from today on, since their money comes with the day. */
export function rangeOf(today: string, span: Span, basis: Basis, compare: Compare): SalesRange {
  const days = Number(span) - 1
  return basis === 'created'
    ? { from: addDays(today, -days), to: today, basis, compare }
    : { from: today, to: addDays(today, days), basis, compare }
}

/** How much more (0.25) or less (-0.25) than before; null when there was nothing before. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : (now - before) / before
}

type Sold = { net: number; prev: number | null; trips: number; pax: number }

export function sumOf(rows: Sold[]) {
  return rows.reduce(
    (sum, row) => ({
      net: sum.net + row.net,
      before: sum.before + (row.prev ?? 0),
      trips: sum.trips + row.trips,
      pax: sum.pax + row.pax,
    }),
    { net: 0, before: 0, trips: 0, pax: 0 },
  )
}
