import { ApiError } from '@/api/client'
import type { ResourceUse, TimelineRow } from '@/api/models'
import { DAY, daysAxis, dayAxis, instantAt, localMinutes, type Axis, type Span } from '@/components/schedule/axis'

export const views = ['day', 'week'] as const
export type View = (typeof views)[number]

/** A use with the time that its resource needs after it. */
export type Bar = { use: ResourceUse; buffer: number }

/** From when to when a use takes its resource, in minutes of local time from a day; the buffer included. */
export function spanOf({ use, buffer }: Bar, zone: string, firstDay: string): Span {
  const begin = localMinutes(use.start_at, zone, firstDay)
  return [begin, Math.max(begin + 1, localMinutes(use.end_at, zone, firstDay)) + buffer]
}

/** How much of a bar is buffer. */
export function bufferShare({ use, buffer }: Bar): number {
  const minutes = (Date.parse(use.end_at) - Date.parse(use.start_at)) / 60_000
  return buffer / (minutes + buffer)
}

/** The axis of a view; of a day it shows the hours in which something is on. */
export function axisOf(view: View, days: readonly string[], rows: readonly TimelineRow[], zone: string): Axis {
  const [first = ''] = days
  if (view === 'week') return daysAxis(first, days.length, 0.11)
  const spans = rows.flatMap((row) =>
    row.assignments.map((use) => spanOf({ use, buffer: row.buffer_minutes }, zone, first)),
  )
  return dayAxis(first, spans, 1.4)
}

/** By how many minutes something was carried: quarters of an hour on a day, whole days in a week. */
export function shiftOf(dx: number, pixelsPerMinute: number, view: View): number {
  const step = view === 'week' ? DAY : 15
  // Less than half a step is a hand that shook.
  return Math.round(dx / pixelsPerMinute / step) * step || 0
}

/** Where a use would be: its length stays, its begin moves by minutes on the clock. */
export function movedUse(use: ResourceUse, shift: number, zone: string, firstDay: string) {
  const length = Date.parse(use.end_at) - Date.parse(use.start_at)
  const start_at =
    shift === 0 ? use.start_at : instantAt(localMinutes(use.start_at, zone, firstDay) + shift, zone, firstDay)
  return { start_at, end_at: new Date(Date.parse(start_at) + length).toISOString() }
}

/** What a refused move says; `canForce`: only a blackout is in the way. Null for any other failure. */
export function refusalOf(error: unknown): { text: string; canForce: boolean } | null {
  if (!(error instanceof ApiError) || error.code !== 'resource_unavailable') return null
  return { text: error.message, canForce: error.detail.can_force === true }
}

/** The most units in use at any one instant of the shown time. */
export function mostUnits(uses: readonly ResourceUse[]): number {
  const steps = uses.flatMap((use) => [
    { at: Date.parse(use.start_at), by: use.units },
    { at: Date.parse(use.end_at), by: -use.units },
  ])
  let now = 0
  let most = 0
  for (const { by } of steps.sort((one, other) => one.at - other.at || one.by - other.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}
