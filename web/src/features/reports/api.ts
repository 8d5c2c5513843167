import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import { toAnswer, type Answer, type RawAnswer } from './adapter'
import type { Days } from './periods'
import { reportOf, type ReportFacts } from './registry'
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
function bodyOf(facts: ReportFacts, state: ReportState, days: Days, more: More) {
  if (facts.dates.length === 0) return {}
  const asked = { dateType: state.basis, ...days, filters: state.filters }
  const file = more.file && { export: fileOf(facts, more.file) }
  const paging = {
    sort: state.groups.length ? '' : state.sort,
    limit: more.limit ?? pageSize,
    cursor: more.cursor ?? '',
  }
  if (facts.shape === 'cells') {
    const columns = { columns: more.file?.columns ?? [] }
    return {
      ...asked,
      ...paging,
      ...columns,
      ...file,
      groupBy: state.groups,
      compare: more.cursor ? '' : state.compare,
    }
  }
  const grouping = facts.defaults.length > 0 && { groupBy: state.groups.join('_') }
  // Payments by one thing come at once, without pages.
  return facts.rows === state.report ? { ...asked, ...paging, ...grouping, ...file } : { ...asked, ...grouping }
}

/** The order for a file; the older routes know its format alone. */
const fileOf = (facts: ReportFacts, { format, labels, title, locale }: FileOrder) =>
  facts.shape === 'cells' ? { format, labels, title, locale } : { format }

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
  const raw = await dataOf(api.POST(path, { body: bodyOf(facts, state, days, more) as never, signal }))
  return toAnswer(facts, raw as unknown as RawAnswer, state.groups)
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
