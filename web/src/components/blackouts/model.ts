import type { BlackoutChangeIn, BlackoutIn, NamedBlackout } from '@/api/models'
import { DAY, instantAt, localMinutes, minutesOf, timeOf } from '@/components/schedule/axis'
import { addDays, dayIn } from '@/lib/dates'

export type BlackoutKind = 'resource' | 'experience' | 'guide'
export const blackoutKinds = ['resource', 'guide', 'experience'] as const satisfies readonly BlackoutKind[]

/** What it takes to black something out. */
export const blackoutRights: Record<BlackoutKind, string> = {
  resource: 'resource.manage',
  experience: 'timeslot.edit',
  guide: 'guide.assign',
}

export type Span = { start_at: string; end_at: string }
export type Owned = Pick<NamedBlackout, 'resource_id' | 'experience_id' | 'guide_avatar_id'>

export type BlackoutForm = {
  ids: number[]
  days: { start: string; end: string } | null
  isAllDay: boolean
  from: string | null
  until: string | null
  every: 'never' | 'day' | 'week'
  last: string | null
  reason: string
  series: 'one' | 'all'
}

/** A form for a new blackout: the whole of a day, or what was pointed at. */
export function newForm(ids: number[], day: string, at?: { from: string; until: string }): BlackoutForm {
  return {
    ids,
    days: { start: day, end: day },
    isAllDay: !at,
    from: at?.from ?? '09:00',
    until: at?.until ?? '17:00',
    every: 'never',
    last: addDays(day, 28),
    reason: '',
    series: 'one',
  }
}

/** A blackout as its form; from midnight to midnight it is of whole days. */
export function formOf(row: Span & { reason: string }, id: number, zone: string): BlackoutForm {
  const start = dayIn(zone, new Date(row.start_at))
  const begin = localMinutes(row.start_at, zone, start)
  const end = localMinutes(row.end_at, zone, start)
  const isAllDay = begin === 0 && end % DAY === 0
  return {
    ...newForm([id], start),
    days: { start, end: addDays(start, isAllDay ? end / DAY - 1 : Math.floor(end / DAY)) },
    isAllDay,
    from: isAllDay ? '09:00' : timeOf(begin),
    until: isAllDay ? '17:00' : timeOf(end),
    reason: row.reason,
  }
}

/** Whether a day is one the server takes; while a year is typed, "0002" stands there for a moment. */
export const isNear = (day: string) => day >= '2000-01-01' && day <= '2100-12-31'

/** The instants a form means; null while it is not whole, or ends before it begins. */
export function spanOf({ days, isAllDay, from, until }: BlackoutForm, zone: string): Span | null {
  if (!days || !isNear(days.start) || !isNear(days.end) || (!isAllDay && (!from || !until))) return null
  const start_at = instantAt(isAllDay ? 0 : minutesOf(from ?? ''), zone, days.start)
  const end_at = instantAt(isAllDay ? DAY : minutesOf(until ?? ''), zone, days.end)
  return start_at < end_at ? { start_at, end_at } : null
}

/** What the server is asked for a new blackout; null while the form is not whole. */
export function bodyOf(form: BlackoutForm, zone: string): BlackoutIn | null {
  const span = spanOf(form, zone)
  if (!span || form.ids.length === 0 || (form.every !== 'never' && !isNear(form.last ?? ''))) return null
  const repeat = form.every !== 'never' && form.last ? { every: form.every, until: form.last } : null
  return { ...span, reason: form.reason.trim(), repeat }
}

/** What the server is asked to make of one that is there. */
export function changeOf(form: BlackoutForm, zone: string): BlackoutChangeIn | null {
  const span = spanOf(form, zone)
  return span && { ...span, reason: form.reason.trim(), series: form.series === 'all' }
}

/** Whether a span is of whole local days; the days, both included. */
export function wholeDays({ start_at, end_at }: Span, zone: string): { first: string; last: string } | null {
  const first = dayIn(zone, new Date(start_at))
  const end = localMinutes(end_at, zone, first)
  if (localMinutes(start_at, zone, first) !== 0 || end % DAY !== 0) return null
  return { first, last: addDays(first, end / DAY - 1) }
}

export function kindOf(row: Owned): BlackoutKind {
  return row.resource_id !== null ? 'resource' : row.guide_avatar_id !== null ? 'guide' : 'experience'
}

export const ownerOf = (row: Owned): number => row.resource_id ?? row.guide_avatar_id ?? row.experience_id ?? 0

export type Entry = { key: string; first: NamedBlackout; rows: NamedBlackout[] }

/** Blackouts as a list tells of them: those of one series and one owner together, by their next time. */
export function entriesOf(rows: readonly NamedBlackout[]): Entry[] {
  const entries = new Map<string, Entry>()
  for (const row of rows) {
    const key = row.series_id ? `${row.series_id}:${kindOf(row)}:${ownerOf(row)}` : `one:${row.id}`
    const entry = entries.get(key)
    if (entry) entry.rows.push(row)
    else entries.set(key, { key, first: row, rows: [row] })
  }
  return [...entries.values()]
}

/** The blackouts of some kinds whose owner or reason has the words typed. */
export function filtered(
  rows: readonly NamedBlackout[],
  { kind, text }: { kind: BlackoutKind | 'all'; text: string },
): NamedBlackout[] {
  const words = text.trim().toLocaleLowerCase()
  return rows.filter(
    (row) =>
      (kind === 'all' || kindOf(row) === kind) &&
      [row.name, row.group_name, row.reason].some((one) => one?.toLocaleLowerCase().includes(words)),
  )
}
