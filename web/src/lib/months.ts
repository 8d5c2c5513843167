import { addDays } from './dates'
import { dateFormat } from './intl'

/** The weeks of a month as days (YYYY-MM-DD), null outside it; `weekStart` 0 is Sunday. */
export function weeksOf(month: string, weekStart: number): (string | null)[][] {
  const [year = 0, index = 1] = month.split('-').map(Number)
  const length = new Date(Date.UTC(year, index, 0)).getUTCDate()
  const before = (new Date(Date.UTC(year, index - 1, 1)).getUTCDay() - weekStart + 7) % 7
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, cell) => {
    const day = cell - before + 1
    return day < 1 || day > length ? null : `${month}-${String(day).padStart(2, '0')}`
  })
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** The seven days (YYYY-MM-DD) of the week that a day is in; `weekStart` 0 is Sunday. */
export function weekOf(day: string, weekStart: number): string[] {
  const first = addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() - weekStart + 7) % 7))
  return Array.from({ length: 7 }, (_, place) => addDays(first, place))
}

/** The month before or after: "2026-12" + 1 is "2027-01". */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The same day so many months on, or the last one of a month that is shorter. */
export function dayInMonth(day: string, by: number): string {
  const month = shiftMonth(day.slice(0, 7), by)
  const last = addDays(`${shiftMonth(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** A day, or the nearest one between two bounds. */
export function within(day: string, min?: string, max?: string): string {
  if (min && day < min) return min
  return max && day > max ? max : day
}

/** Weekdays (0 is Sunday) in the order the operator's week has them. */
export function weekOrder(weekStart: number): number[] {
  return Array.from({ length: 7 }, (_, day) => (day + weekStart) % 7)
}

/** A weekday's name; 2023-01-01 was a Sunday. */
export function weekdayName(day: number, locale: string, width: 'long' | 'short' | 'narrow'): string {
  return dateFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day))
}

/** A month in words: "November 2026". */
export function monthName(month: string, locale: string): string {
  return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00Z`))
}

type WeekInfo = { firstDay: number }
type Informed = Intl.Locale & { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo }

/** The weekday (0 is Sunday) that weeks begin with where a locale is spoken; Monday where the browser doesn't know. */
export function weekStartOf(locale: string): number {
  const known = new Intl.Locale(locale) as Informed
  const { firstDay } = known.getWeekInfo?.() ?? known.weekInfo ?? { firstDay: 1 }
  return firstDay % 7
}

/** A day in full: "Saturday, November 21, 2026". */
export function fullDay(day: string, locale: string): string {
  return dateFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
}
