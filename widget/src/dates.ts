/** Dates as readers of a locale write them, as far as a first look shows any; the others are in `times.ts`. */
import { kept } from './kept'
import { firstDayOf, utc, type Month } from './month'

export { utc }

export const plain = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  kept(locale + JSON.stringify(options), () => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' }))

export const monthText = (month: Month, locale: string): string =>
  plain(locale, { month: 'long', year: 'numeric' }).format(utc(firstDayOf(month)))

export const longDate = (date: string, locale: string): string =>
  plain(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(utc(date))

export const dayText = (day: number, locale: string): string => kept(locale, () => new Intl.NumberFormat(locale)).format(day)

/** The names of the weekdays from Sunday. */
export function weekdayNames(locale: string, width: 'short' | 'long' | 'narrow'): string[] {
  const format = plain(locale, { weekday: width })
  return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(2023, 0, 1 + day))))
}

/** "2.5 hours" or "45 minutes". */
export function durationText(minutes: number, locale: string): string {
  const isShort = minutes < 90 && minutes !== 60
  const options: Intl.NumberFormatOptions = { style: 'unit', unit: isShort ? 'minute' : 'hour', unitDisplay: 'long', maximumFractionDigits: 1 }
  return kept(locale + options.unit, () => new Intl.NumberFormat(locale, options)).format(isShort ? minutes : minutes / 60)
}
