import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Condition } from '@/components/table/model'
import { reportsKey } from './api'
import { reportOf } from './registry'
import { usualState, writeState } from './state'

export const summaryQuery = queryOptions({
  queryKey: [...reportsKey, 'summary'],
  queryFn: () => dataOf(api.POST('/api/reports/executiveSummary', { body: {} })),
  staleTime: 60_000,
})

type Pointer = { slug: string; dateType: string; from: string; to: string; filters: object[]; groupBy: string[] }

/** The address of the report behind a figure; null when there is none. */
export function behind(pointer: Pointer | null): string | null {
  const facts = pointer && reportOf(pointer.slug)
  if (!facts) return null
  return writeState({
    ...usualState(pointer.slug),
    basis: facts.dates.find((one) => one === pointer.dateType) ?? '',
    period: { from: pointer.from, to: pointer.to },
    filters: pointer.filters as Condition[],
    groups: pointer.groupBy.length > 0 ? pointer.groupBy : facts.defaults,
    chart: pointer.groupBy.length > 0 ? 'bars' : 'none',
  })
}
