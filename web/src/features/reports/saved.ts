import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CustomReport, CustomReportIn } from '@/api/report-models'
import type { Condition } from '@/components/table/model'
import { reportsKey } from './api'
import { isFiscal, presets, type Days, type Period } from './periods'
import { reportOf } from './registry'
import { compares, presetOf, usualState, type ReportState } from './state'

export const savedQuery = queryOptions({
  queryKey: [...reportsKey, 'saved'],
  queryFn: () => dataOf(api.GET('/api/reports/custom/get')),
  staleTime: 60_000,
})

const at = (report: number) => ({ params: { path: { report } } })

export const saveReport = (body: CustomReportIn) => dataOf(api.POST('/api/reports/custom/save', { body }))
export const removeReport = (report: number) => dataOf(api.POST('/api/reports/custom/{report}/remove', at(report)))
export const cloneReport = (report: number) => dataOf(api.POST('/api/reports/custom/{report}/clone', at(report)))
export const subscribe = (report: number, is_subscribed: boolean) =>
  dataOf(api.POST('/api/reports/custom/{report}/subscription', { ...at(report), body: { is_subscribed } }))

type Definition = CustomReportIn['definition']
type SavedDefinition = CustomReport['definition']

/** What is kept of a report's screen: its question. A business year is kept as its days, the server knows no such thing. */
export function definitionOf(state: ReportState, days: Days, labels: Record<string, string>): Definition {
  const preset = presetOf(state.period)
  const isMoving = preset !== null && !isFiscal(preset)
  return {
    dateType: state.basis,
    period: (isMoving ? preset : 'fixed') as Definition['period'],
    from: isMoving ? null : days.from,
    to: isMoving ? null : days.to,
    filters: state.filters as Definition['filters'],
    groupBy: state.groups,
    columns: state.groups.length > 0 ? [] : state.columns,
    sort: state.groups.length > 0 ? '' : state.sort,
    compare: state.compare,
    labels,
  }
}

function periodOf({ period, from, to }: SavedDefinition): Period {
  const preset = presets.find((one) => one === period)
  if (preset) return { preset }
  return from && to ? { from, to } : { preset: 'last_30_days' }
}

/** A saved report as its screen shows it; null when there is no such report any more. */
export function stateOf(saved: CustomReport): ReportState | null {
  const facts = reportOf(saved.base)
  if (!facts) return null
  const usual = usualState(saved.base)
  const asked = saved.definition
  return {
    ...usual,
    saved: saved.id,
    basis: facts.dates.find((one) => one === asked.dateType) ?? usual.basis,
    period: periodOf(asked),
    filters: asked.filters as Condition[],
    groups: asked.groupBy.length > 0 ? asked.groupBy : usual.groups,
    compare: compares.find((one) => one === asked.compare) ?? '',
    columns: asked.columns,
    sort: asked.sort,
    chart: asked.groupBy.length > 0 ? 'bars' : usual.chart,
  }
}
