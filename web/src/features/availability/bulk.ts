import type { AvailabilityRule, BulkEditIn, RuleChanges } from '@/api/models'
import { ruleStatuses } from './values'

/** What a bulk edit can change, in the order in which the menu offers it. */
export const changeKinds = [
  ...(['capacity', 'times', 'weekdays', 'date_to', 'status'] as const),
  ...(['add_exclude_dates', 'drop_exclude_dates', 'add_include_dates'] as const),
  ...(['online_allotment', 'channel_allotments', 'duration_minutes', 'guide_ids', 'is_flex', 'note'] as const),
  ...(['price_override', 'capacity_by_type'] as const),
]
export type ChangeKind = (typeof changeKinds)[number]

/** Those that name what belongs to one experience. */
export const ofOneExperience: readonly ChangeKind[] = ['price_override', 'capacity_by_type']

/** The values of the changes that were chosen; a kind that is missing stays as each rule says. */
export type Changes = {
  capacity?: number | null
  times?: (string | null)[]
  weekdays?: number[]
  date_to?: string | null
  status?: (typeof ruleStatuses)[number]
  add_exclude_dates?: string[]
  drop_exclude_dates?: string[]
  add_include_dates?: string[]
  online_allotment?: number | null
  channel_allotments?: Record<string, number | null>
  duration_minutes?: number | null
  guide_ids?: number[]
  is_flex?: boolean
  note?: string
  price_override?: Record<string, number | null>
  capacity_by_type?: Record<string, number | null>
}

/** What a change begins with when it is added. */
export function newChange(kind: ChangeKind): Changes {
  const first: Required<Changes> = {
    capacity: null,
    times: ['09:00'],
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    date_to: null,
    status: 'live',
    add_exclude_dates: [],
    drop_exclude_dates: [],
    add_include_dates: [],
    online_allotment: null,
    channel_allotments: {},
    duration_minutes: null,
    guide_ids: [],
    is_flex: true,
    note: '',
    price_override: {},
    capacity_by_type: {},
  }
  return { [kind]: first[kind] }
}

/** The changes but for one kind. */
export const without = (changes: Changes, kind: ChangeKind): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([key]) => key !== kind))

const isEmptyMap = (map: object) => Object.values(map).every((one) => one === null)

/** Whether a change says enough to be tried; an empty list of days or times says nothing. */
export function isSaid(kind: ChangeKind, changes: Changes): boolean {
  const value = changes[kind]
  if (value === undefined) return false
  if (kind === 'channel_allotments') return true
  if (Array.isArray(value)) return value.some((one) => one !== null)
  return typeof value !== 'object' || value === null || !isEmptyMap(value)
}

/** The changes as the server takes them: only those that say something. */
export function changesBody(changes: Changes): RuleChanges {
  const said = changeKinds.filter((kind) => isSaid(kind, changes))
  return Object.fromEntries(said.map((kind) => [kind, plain(kind, changes[kind])]))
}

function plain(kind: ChangeKind, value: Changes[ChangeKind]): unknown {
  if (kind === 'times') return [...new Set((value as (string | null)[]).filter((time) => time !== null))].sort()
  if (kind === 'weekdays') return (value as number[]).toSorted((a, b) => a - b)
  if (kind === 'note') return (value as string).trim()
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
}

/** Which rules are meant; empty conditions ask nothing. */
export type Wanted = {
  experiences: number[]
  statuses: string[]
  weekdays: number[]
  span: { start: string; end: string } | null
  timeFrom: string | null
  timeTo: string | null
}

export const everything: Wanted = {
  experiences: [],
  statuses: ['live'],
  weekdays: [],
  span: null,
  timeFrom: null,
  timeTo: null,
}

type Filter = BulkEditIn['filter']

export function filterOf(wanted: Wanted): Filter {
  const { experiences, statuses, weekdays, span, timeFrom, timeTo } = wanted
  return {
    experience_ids: experiences,
    statuses: statuses as NonNullable<Filter['statuses']>,
    ...(weekdays.length > 0 && { weekdays }),
    ...(span && { date_from: span.start, date_to: span.end }),
    ...(timeFrom && { time_from: timeFrom }),
    ...(timeTo && { time_to: timeTo }),
  }
}

/** The chosen rules alone, whatever their status. */
export const filterOfRules = (ids: readonly number[]): Filter => ({
  rule_ids: [...ids],
  statuses: [...ruleStatuses],
})

/** Above so many departures the difference is asked for by a press, not while typing. */
export const LIVE_UP_TO = 10_000

/** Rules whose experience is the same: its id; null when they belong to several. */
export function onlyExperience(rules: readonly Pick<AvailabilityRule, 'experience_id'>[]): number | null {
  const ids = new Set(rules.map((rule) => rule.experience_id))
  return ids.size === 1 ? ([...ids][0] ?? null) : null
}
