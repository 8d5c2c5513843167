/** Dates and times as readers of a locale write them. Plain dates carry no zone; instants are shown in the operator's. */
import { plain, utc } from './dates'

export const mediumDate = (date: string, locale: string): string =>
  plain(locale, { weekday: 'short', day: 'numeric', month: 'short' }).format(utc(date))

export const instantTime = (instant: string, locale: string, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone }).format(new Date(instant))
