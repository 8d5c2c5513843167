import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import { toAnswer, type Answer, type RawAnswer } from './adapter'
import type { Days } from './periods'
import { reportOf } from './registry'
import type { ReportState } from './state'

export type FileFormat = 'xlsx' | 'csv' | 'pdf'
export type FileOrder = {
  format: FileFormat
  columns: string[]
  labels: Record<string, string>
  title: string
  locale: string
}
type More = { cursor?: string; limit?: number; file?: FileOrder }

const pageSize = 100
export const reportsKey = ['reports'] as const

/** What a report is asked: the state of its screen for these days. */
function bodyOf(state: ReportState, days: Days, { file, cursor = '', limit = pageSize }: More) {
  return {
    dateType: state.basis,
    ...days,
    filters: state.filters,
    groupBy: state.groups,
    compare: cursor ? '' : state.compare,
    columns: file?.columns ?? [],
    sort: state.groups.length > 0 ? '' : state.sort,
    limit,
    cursor,
    ...(file && { export: exportOf(file) }),
  }
}

const exportOf = ({ format, labels, title, locale }: FileOrder) => ({ format, labels, title, locale })

/** Ask a report, whichever it is: the routes differ in their rows, not in what they are asked. */
export async function askReport(
  state: ReportState,
  days: Days,
  more: More = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const facts = reportOf(state.report)
  if (!facts) throw new Error(`no report ${state.report}`)
  const path = `/api/reports/${state.report}` as '/api/reports/trips'
  const raw = await dataOf(api.POST(path, { body: bodyOf(state, days, more) as never, signal }))
  return toAnswer(facts, raw as unknown as RawAnswer)
}

/** Pages of a report, each behind the one before; grouped ones have one. */
export const reportQuery = (state: ReportState, days: Days) => {
  const { report, basis, filters, groups, compare, sort } = state
  return infiniteQueryOptions({
    queryKey: [...reportsKey, 'answer', { report, basis, filters, groups, compare, sort, days }],
    queryFn: ({ pageParam, signal }) => askReport(state, days, { cursor: pageParam }, signal),
    initialPageParam: '',
    getNextPageParam: (last) => last.meta.next_cursor,
    staleTime: 60_000,
    placeholderData: (before, query) => {
      const asked = query?.queryKey[2] as { report?: string } | undefined
      return asked?.report === report ? before : undefined
    },
  })
}

/** The same report by time, for a chart beside its rows. */
export const courseQuery = (state: ReportState, days: Days, key: string) =>
  queryOptions({
    queryKey: [...reportsKey, 'course', { ...state, columns: [], sort: '', measure: '', days, key }],
    queryFn: ({ signal }) => askReport({ ...state, groups: [key] }, days, {}, signal),
    staleTime: 60_000,
  })
