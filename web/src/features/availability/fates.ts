import type { BulkDay, RuleDay } from '@/api/models'

/** What becomes of a start when a rule is saved, in the order in which it matters to whoever looks. */
export const fates = ['created', 'updated', 'removed', 'kept', 'taken', 'unchanged'] as const
export type Fate = (typeof fates)[number]

export type DayFates = Record<Fate, number>

const none: DayFates = { created: 0, updated: 0, removed: 0, kept: 0, taken: 0, unchanged: 0 }

/** How many starts of each fate every day has. */
export function fatesByDay(days: readonly RuleDay[]): Map<string, DayFates> {
  return new Map(
    days.map((day) => [day.date, Object.fromEntries(fates.map((fate) => [fate, day[fate].length])) as DayFates]),
  )
}

export function fatesOfMany(days: readonly BulkDay[]): Map<string, DayFates> {
  return new Map(
    days.map((day) => [day.date, Object.fromEntries(fates.map((fate) => [fate, day[`${fate}_cnt`]])) as DayFates]),
  )
}

export function sumFates(days: Iterable<DayFates>): DayFates {
  const sum = { ...none }
  for (const day of days) for (const fate of fates) sum[fate] += day[fate]
  return sum
}

/** What a day looks like at a glance: the fate that matters most of those it has. */
export function lookOf(day: DayFates): Fate {
  const isGone = day.removed > 0 && runs(day) === 0
  if (isGone) return 'removed'
  return fates.find((fate) => day[fate] > 0) ?? 'unchanged'
}

/** How many departures of the rule the day has afterwards. */
export const runs = (day: DayFates) => day.created + day.updated + day.kept + day.unchanged

/** A day in a few signs: "+2 −1" for what comes and goes, "~3" for what changes, else how many there are. */
export function signsOf(day: DayFates): string {
  const moves = [day.created && `+${day.created}`, day.removed && `−${day.removed}`].filter(Boolean)
  if (moves.length) return moves.join(' ')
  if (day.updated) return `~${day.updated}`
  return runs(day) ? `×${runs(day)}` : ''
}

/** The fates of a day's starts, in the order of the clock. */
export function startsOf(day: RuleDay): { time: string; fate: Fate }[] {
  return fates.flatMap((fate) => day[fate].map((time) => ({ time, fate }))).sort((a, b) => a.time.localeCompare(b.time))
}
