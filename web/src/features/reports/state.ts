import type { Condition } from '@/components/table/model'
import { dayOrNull } from '@/lib/dates'
import { firstMonth, presets, type Period, type Preset } from './periods'
import { reportOf, type Basis, type ReportFacts } from './registry'

export type Compare = '' | 'previous' | 'year'
export const compares = ['previous', 'year'] as const
export type ChartKind = 'bars' | 'line' | 'none'

/** Where the rows came from: the report, what it was grouped by, and how many filters lead back to it. */
export type Up = { report: string; groups: string[]; cnt: number }

/** What a report shows: all of it stands in the address. */
export type ReportState = {
  report: string
  /** The saved report it was opened from. */
  saved: number | null
  basis: Basis | ''
  period: Period
  /** The month a business year begins with. */
  begins: number
  filters: Condition[]
  groups: string[]
  compare: Compare
  columns: string[]
  sort: string
  chart: ChartKind
  measure: string
  up: Up | null
}

const usualPeriod: Period = { preset: 'this_month' }

/** A report as it opens when nothing is said. */
export function usualState(report: string): ReportState {
  const facts = reportOf(report)
  return {
    report,
    saved: null,
    basis: facts?.dates[0] ?? '',
    period: usualPeriod,
    begins: firstMonth,
    filters: [],
    groups: facts?.defaults ?? [],
    compare: facts?.compare ?? '',
    columns: [],
    sort: '',
    chart: facts?.defaults.length ? 'bars' : 'none',
    measure: '',
    up: null,
  }
}

const list = (text: string | null) => (text ? text.split(',').filter(Boolean) : [])

function periodOf(query: URLSearchParams): Period {
  const from = dayOrNull(query.get('from'))
  const to = dayOrNull(query.get('to'))
  if (from && to && from <= to) return { from, to }
  const preset = presets.find((one) => one === query.get('period'))
  return preset ? { preset } : usualPeriod
}

const isCondition = (one: unknown): one is Condition =>
  typeof one === 'object' && one !== null && 'field' in one && 'op' in one && typeof one.field === 'string'

function filtersOf(text: string | null): Condition[] {
  if (!text) return []
  try {
    const found: unknown = JSON.parse(text)
    return Array.isArray(found) ? found.filter(isCondition) : []
  } catch {
    return []
  }
}

function upOf(text: string | null): Up | null {
  const [report = '', groups = '', cnt = ''] = text?.split('~') ?? []
  if (!reportOf(report)) return null
  return { report, groups: list(groups), cnt: Math.max(0, Number(cnt) || 0) }
}

function groupsOf(query: URLSearchParams, facts: ReportFacts): string[] {
  const asked = list(query.get('group')).filter((key) => facts.groups.some((one) => one.key === key))
  const once = [...new Set(asked)].slice(0, facts.levels)
  return query.has('group') && (once.length > 0 || facts.defaults.length === 0) ? once : facts.defaults
}

/** Read a report's state from the query of its address; what is broken counts as not there. Null: the catalog. */
export function readState(query: URLSearchParams): ReportState | null {
  const report = query.get('report') ?? ''
  const facts = reportOf(report)
  if (!facts) return null
  const usual = usualState(report)
  const begins = Number(query.get('fy'))
  return {
    ...usual,
    saved: Number(query.get('saved')) || null,
    basis: facts.dates.find((one) => one === query.get('basis')) ?? usual.basis,
    period: periodOf(query),
    begins: begins >= 1 && begins <= 12 ? Math.floor(begins) : firstMonth,
    filters: filtersOf(query.get('filters')),
    groups: groupsOf(query, facts),
    compare:
      query.get('compare') === 'none' ? '' : (compares.find((one) => one === query.get('compare')) ?? usual.compare),
    columns: list(query.get('columns')),
    sort: query.get('sort') ?? '',
    chart: (['bars', 'line', 'none'] as const).find((one) => one === query.get('chart')) ?? usual.chart,
    measure: query.get('measure') ?? '',
    up: upOf(query.get('up')),
  }
}

/** The query of an address that shows this; what is as usual is not said. */
export function writeState(state: ReportState): string {
  const usual = usualState(state.report)
  const { period } = state
  const said: [string, string | number | null][] = [
    ['report', state.report],
    ['saved', state.saved],
    ['basis', state.basis === usual.basis ? '' : state.basis],
    ['period', 'preset' in period && period.preset !== 'this_month' ? period.preset : ''],
    ['from', 'from' in period ? period.from : ''],
    ['to', 'from' in period ? period.to : ''],
    ['fy', state.begins === firstMonth ? '' : state.begins],
    ['filters', state.filters.length ? JSON.stringify(state.filters) : ''],
    ['group', String(state.groups) === String(usual.groups) ? '' : state.groups.join(',')],
    ['compare', state.compare === usual.compare ? '' : state.compare || 'none'],
    ['columns', state.columns.join(',')],
    ['sort', state.sort],
    ['chart', state.chart === usual.chart ? '' : state.chart],
    ['measure', state.measure],
    ['up', state.up && `${state.up.report}~${state.up.groups.join(',')}~${state.up.cnt}`],
  ]
  return new URLSearchParams(said.filter(([, value]) => value).map(([key, value]) => [key, String(value)])).toString()
}

/** The rows behind a total or a group: its filters are added, and the way back is kept. Null: nothing is behind it. */
export function drilled(state: ReportState, added: Condition[]): ReportState | null {
  const facts = reportOf(state.report)
  const rows = facts && reportOf(facts.rows)
  if (!facts || !rows) return null
  return {
    ...usualState(facts.rows),
    basis: state.basis && rows.dates.includes(state.basis) ? state.basis : '',
    period: state.period,
    begins: state.begins,
    filters: [...state.filters, ...added],
    groups: [],
    chart: 'none',
    up: { report: state.report, groups: state.groups, cnt: added.length },
  }
}

/** What the rows were opened from. */
export function above(state: ReportState): ReportState | null {
  if (!state.up) return null
  const { report, groups, cnt } = state.up
  const usual = usualState(report)
  return {
    ...usual,
    basis: state.basis && reportOf(report)?.dates.includes(state.basis) ? state.basis : usual.basis,
    period: state.period,
    begins: state.begins,
    filters: state.filters.slice(0, Math.max(0, state.filters.length - cnt)),
    groups,
  }
}

export const presetOf = (period: Period): Preset | null => ('preset' in period ? period.preset : null)
