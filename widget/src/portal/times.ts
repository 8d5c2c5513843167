/** Times of a trip as its reader's locale writes them, on the clock of the place where it starts. */
import { dayAndTime, instantTime } from '../times'
import { isolate } from '../isolate'
import type { Timeslot } from './types'

/** "Saturday, November 28, 2026 at 10:00 AM – 12:30 PM PST" */
export function whenText({ date, start_time: time, start_at, end_at }: Timeslot, locale: string, timeZone: string): string {
  const zone = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' }).formatToParts(new Date(start_at)).find(({ type }) => type === 'timeZoneName')?.value
  const end = end_at ? ` – ${instantTime(end_at, locale, timeZone)}` : ''
  return `${isolate(dayAndTime(date, time, locale, 'long') + end, locale)}${zone ? ` ${isolate(zone, locale)}` : ''}`
}

/** A moment with its day, on the operator's clock. */
export const momentText = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(instant))
