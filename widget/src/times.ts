/** Dates and times as readers of a locale write them. Plain dates carry no zone; instants are shown in the operator's. */
import { plain, utc } from './dates'

export const mediumDate = (date: string, locale: string): string =>
  plain(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(utc(date))

export const instantTime = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant))

const WIDTHS = { short: { weekday: 'short', day: 'numeric', month: 'short' }, long: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } } as const

/** A day and a time on the operator's clock, put together as the locale does: with a comma, "at" or a blank. */
export const dayAndTime = (date: string, time: string, locale: string, width: keyof typeof WIDTHS): string =>
  plain(locale, { ...WIDTHS[width], hour: 'numeric', minute: '2-digit' }).format(new Date(`${date}T${time.slice(0, 5)}:00Z`))
