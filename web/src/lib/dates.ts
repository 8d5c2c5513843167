import { dateFormat, distanceFormat } from './intl'

/** The calendar day (YYYY-MM-DD) an instant falls on in a time zone. */
export function dayIn(zone: string, instant: Date = new Date()): string {
  const parts = dateFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(instant)
}

const utc = (day: string, time = '00:00') => new Date(`${day}T${time.slice(0, 5)}:00Z`)

// Not with @internationalized/date: every screen reckons with days, few show a calendar.
export function addDays(day: string, days: number): string {
  const at = utc(day)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** A day (YYYY-MM-DD) as it was given, or null for text that is no day. */
export function dayOrNull(text: string | null): string | null {
  const at = text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? utc(text) : null
  // A 30 February would roll over into March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text ?? '') ? text : null
}

/** A calendar day in words: "Friday 21 November" (long), "Fri 21 Nov" (short). */
export function formatDay(day: string, locale: string, style: 'long' | 'medium' | 'short' = 'long'): string {
  const width = style === 'long' ? 'long' : 'short'
  return dateFormat(locale, {
    timeZone: 'UTC',
    weekday: width,
    day: 'numeric',
    month: width,
    ...(style === 'medium' ? { year: 'numeric' } : {}),
  }).format(utc(day))
}

/** A wall-clock time ("09:00") as the reader writes it. */
export function formatTime(time: string, locale: string): string {
  return dateFormat(locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' }).format(utc('2000-01-01', time))
}

/** An instant as a wall-clock time in a zone. */
export function formatInstantTime(at: string, zone: string, locale: string): string {
  return dateFormat(locale, { timeZone: zone, hour: 'numeric', minute: '2-digit' }).format(new Date(at))
}

/** A deadline: its day and time, or the day alone where it is due as that day begins. */
export function formatDeadline(at: string, zone: string, locale: string, now = new Date()): string {
  const clock = dateFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(new Date(at))
  if (clock !== '00:00') return formatInstant(at, zone, locale, now)
  const day = dayIn(zone, new Date(at))
  return formatDay(day, locale, day.slice(0, 4) === dayIn(zone, now).slice(0, 4) ? 'short' : 'medium')
}

/** An instant as day and time in a zone; another year than the present one (of `now`) is told, the weekday then not. */
export function formatInstant(at: string, zone: string, locale: string, now = new Date()): string {
  const isThisYear = dayIn(zone, new Date(at)).slice(0, 4) === dayIn(zone, now).slice(0, 4)
  return dateFormat(locale, {
    timeZone: zone,
    ...(isThisYear ? { weekday: 'short' } : { year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(at))
}

/** Minutes from now until an instant; negative when it is over. */
export function minutesUntil(at: string, now: number = Date.now()): number {
  return Math.round((new Date(at).getTime() - now) / 60_000)
}

/** "in 25 min", "2 hours ago": the distance to an instant in the reader's words. */
export function formatDistance(minutes: number, locale: string): string {
  const words = distanceFormat(locale, { numeric: 'auto', style: 'short' })
  if (Math.abs(minutes) < 90) return words.format(minutes, 'minute')
  if (Math.abs(minutes) < 36 * 60) return words.format(Math.round(minutes / 60), 'hour')
  return words.format(Math.round(minutes / 1440), 'day')
}
