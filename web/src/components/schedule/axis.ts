import { addDays, dayIn } from '@/lib/dates'
import { dateFormat } from '@/lib/intl'

/** Minutes of a day on the clock; the axis reckons with clock time, so that 9:00 stands at 9:00 on every day. */
export const DAY = 1440

/**
 * A stretch of local time: minutes from the midnight that `firstDay` begins with.
 *
 * `step` is the distance of its ticks; `width` how many pixels a minute takes at least.
 */
export type Axis = { firstDay: string; from: number; to: number; step: number; width: number }

/** Half-open, in minutes of an axis. */
export type Span = readonly [begin: number, end: number]

/** Where a span stands on an axis, as shares of its length; null when it lies outside. */
export type Place = { from: number; share: number; isCutBefore: boolean; isCutAfter: boolean }

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** Whole days from one day to another, both YYYY-MM-DD. */
export const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from)

/** A clock time "09:30" in minutes. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes of a day as a clock time "09:30"; beyond the day it begins again. */
export function timeOf(minutes: number): string {
  const inDay = ((minutes % DAY) + DAY) % DAY
  return [Math.floor(inDay / 60), inDay % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

const clock = (zone: string) => dateFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })

/** An instant as minutes of local time from the midnight that a day begins with. */
export function localMinutes(at: string | Date, zone: string, firstDay: string): number {
  const instant = new Date(at)
  return daysBetween(firstDay, dayIn(zone, instant)) * DAY + minutesOf(clock(zone).format(instant))
}

/** The instant (ISO, UTC) at minutes of local time; in the hour that a spring skips, the one after it. */
export function instantAt(minutes: number, zone: string, firstDay: string): string {
  const wanted = Date.parse(`${firstDay}T00:00:00Z`) + minutes * 60_000
  const shift = (guess: number) => localMinutes(new Date(guess), zone, firstDay) - minutes
  // What the clock shows at the first guess tells the zone's offset; near a change the second guess does.
  const first = wanted - shift(wanted) * 60_000
  return new Date(first - shift(first) * 60_000).toISOString()
}

/** One day, cut to the full hours around what is on; at least nine of them. */
export function dayAxis(day: string, spans: readonly Span[], width = 1.2): Axis {
  const begin = Math.min(8 * 60, ...spans.map(([from]) => from))
  const end = Math.max(17 * 60, ...spans.map(([, to]) => to))
  const from = Math.max(0, Math.floor(begin / 60) * 60)
  return { firstDay: day, from, to: Math.min(DAY, Math.max(from + 60, Math.ceil(end / 60) * 60)), step: 60, width }
}

/** Some days from midnight to midnight, with a tick at each. */
export function daysAxis(firstDay: string, days: number, width = 0.12): Axis {
  return { firstDay, from: 0, to: days * DAY, step: DAY, width }
}

/** The ticks of an axis in minutes, its end left out. */
export function ticksOf({ from, to, step }: Axis): number[] {
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.ceil((to - first) / step)) }, (_, place) => first + place * step)
}

/** The local day on which a minute of an axis falls. */
export const dayAt = (axis: Axis, minutes: number) => addDays(axis.firstDay, Math.floor(minutes / DAY))

/** Where a span stands on an axis; null when it lies outside. */
export function placeOf({ from, to }: Axis, [begin, end]: Span): Place | null {
  if (end <= from || begin >= to) return null
  const shown = { begin: Math.max(from, begin), end: Math.min(to, end) }
  const length = to - from
  return {
    from: (shown.begin - from) / length,
    share: (shown.end - shown.begin) / length,
    isCutBefore: begin < from,
    isCutAfter: end > to,
  }
}
