import type { AvailabilityIn, AvailabilityRule } from '@/api/models'
import { addDays } from '@/lib/dates'

export const ruleStatuses = ['live', 'draft', 'ended'] as const

/** What a form holds of a rule: everything there, empty where the rule says nothing. */
export type RuleValues = {
  status: (typeof ruleStatuses)[number]
  weekdays: number[]
  from: string | null
  to: string | null
  mode: 'times' | 'interval'
  times: (string | null)[]
  first: string | null
  last: string | null
  every: number | null
  capacity: number | null
  seasons: number[]
  excluded: string[]
  included: string[]
  hours: number | null
  minutes: number | null
  isFlex: boolean
  online: number | null
  /** The first leads; null: the rule says nothing of guides. */
  guides: number[] | null
  /** Seats by kind of guest, by trip method; minor units by kind of guest. Null: the rule says nothing. */
  byType: Record<string, number | null>
  channels: Record<string, number | null>
  prices: Record<string, number | null>
  note: string
}

export type Rule = Omit<AvailabilityIn, 'dry_run'>

const THREE_MONTHS = 90
/** Minutes between two starts. */
const SHORTEST = 5

/** What a new rule begins with: every day from today on, once in the morning. */
export function newRule(today: string): RuleValues {
  return {
    status: 'live',
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    from: today,
    to: addDays(today, THREE_MONTHS),
    mode: 'times',
    times: ['09:00'],
    first: '09:00',
    last: '17:00',
    every: 60,
    capacity: null,
    seasons: [],
    excluded: [],
    included: [],
    hours: null,
    minutes: null,
    isFlex: false,
    online: null,
    guides: null,
    byType: {},
    channels: {},
    prices: {},
    note: '',
  }
}

export function valuesOf(rule: AvailabilityRule): RuleValues {
  const isInterval = rule.interval_minutes !== null
  const { duration_minutes: minutes } = rule
  return {
    status: ruleStatuses.find((one) => one === rule.status) ?? 'live',
    weekdays: rule.weekdays,
    from: rule.date_from,
    to: rule.date_to,
    mode: isInterval ? 'interval' : 'times',
    times: rule.times.length ? rule.times : ['09:00'],
    first: rule.time_from ?? '09:00',
    last: rule.time_to ?? '17:00',
    every: rule.interval_minutes ?? 60,
    capacity: rule.capacity,
    seasons: rule.season_ids,
    excluded: rule.exclude_dates.toSorted(),
    included: rule.include_dates.toSorted(),
    hours: minutes === null ? null : Math.floor(minutes / 60),
    minutes: minutes === null ? null : minutes % 60,
    isFlex: rule.is_flex,
    online: rule.online_allotment,
    guides: rule.guide_ids,
    byType: rule.capacity_by_type,
    channels: rule.channel_allotments,
    prices: rule.price_override ?? {},
    note: rule.note,
  }
}

/** The form's values as a rule, or null while something that a rule needs is missing or contradicts itself. */
export function ruleOf(values: RuleValues): Rule | null {
  const { from, to, capacity, online, note, excluded, included, seasons } = values
  const times = timesOf(values)
  if (Object.keys(problemsOf(values)).length || !from || !times) return null
  const minutes = durationOf(values)
  const maps = { byType: filled(values.byType), channels: filled(values.channels), prices: filled(values.prices) }
  return {
    ...(values.status !== 'live' && { status: values.status }),
    date_from: from,
    ...(to && { date_to: to }),
    weekdays: [...values.weekdays].sort((a, b) => a - b),
    ...times,
    ...(capacity !== null && { capacity }),
    ...(seasons.length > 0 && { season_ids: seasons }),
    ...(excluded.length > 0 && { exclude_dates: excluded }),
    ...(included.length > 0 && { include_dates: included }),
    ...(minutes !== null && { duration_minutes: minutes }),
    ...(values.isFlex && { is_flex: true }),
    ...(online !== null && { online_allotment: online }),
    ...(values.guides && { guide_ids: values.guides }),
    ...(maps.byType && { capacity_by_type: maps.byType }),
    ...(maps.channels && { channel_allotments: maps.channels }),
    ...(maps.prices && { price_override: maps.prices }),
    ...(note.trim() && { note: note.trim() }),
  }
}

export type Problem = 'needDay' | 'needTime' | 'needFrom' | 'needInterval' | 'endsBefore' | 'lastBefore'

/** What stands in the way of a rule, by the field (in the server's names) it belongs to. */
export function problemsOf(values: RuleValues): Partial<Record<string, Problem>> {
  const { weekdays, included, from, to, mode, times, first, last, every } = values
  const isInterval = mode === 'interval'
  return {
    ...(!weekdays.length && !included.length && { weekdays: 'needDay' as const }),
    ...(!from && { date_from: 'needFrom' as const }),
    ...(from && to && to < from && { date_to: 'endsBefore' as const }),
    ...(!isInterval && times.every((time) => time === null) && { times: 'needTime' as const }),
    ...(isInterval && (!first || !last || !every || every < SHORTEST) && { interval_minutes: 'needInterval' as const }),
    ...(isInterval && first && last && last < first && { time_to: 'lastBefore' as const }),
  }
}

function timesOf({ mode, times, first, last, every }: RuleValues): Partial<Rule> | null {
  if (mode === 'times') {
    const given = [...new Set(times.filter((time) => time !== null))].sort()
    return given.length ? { times: given } : null
  }
  return first && last && every ? { time_from: first, time_to: last, interval_minutes: every } : null
}

function durationOf({ hours, minutes }: Pick<RuleValues, 'hours' | 'minutes'>): number | null {
  return hours === null && minutes === null ? null : (hours ?? 0) * 60 + (minutes ?? 0)
}

/** What is said of a map, null when nothing is. */
function filled(map: Record<string, number | null>): Record<string, number> | null {
  const said = Object.entries(map).filter((entry): entry is [string, number] => entry[1] !== null)
  return said.length ? Object.fromEntries(said) : null
}

export const countSaid = (map: Record<string, number | null>) => Object.values(filled(map) ?? {}).length

/** Days in stretches of consecutive ones: the 24th, 25th, 26th are one. */
export function stretches(days: readonly string[]): { start: string; end: string }[] {
  const found: { start: string; end: string }[] = []
  for (const day of [...new Set(days)].sort()) {
    const last = found.at(-1)
    if (last && addDays(last.end, 1) === day) last.end = day
    else found.push({ start: day, end: day })
  }
  return found
}

/** Every day of a stretch, at most `most` of them. */
export function daysBetween(start: string, end: string, most = 400): string[] {
  const days: string[] = []
  for (let day = start; day <= end && days.length < most; day = addDays(day, 1)) days.push(day)
  return days
}
