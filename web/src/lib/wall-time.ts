import { parseDateTime, toZoned } from '@internationalized/date'

/** The instant at which the clocks of a zone show a time ("09:00") of a day (YYYY-MM-DD). */
export const instantAt = (day: string, time: string, zone: string) =>
  toZoned(parseDateTime(`${day}T${time}`), zone).toAbsoluteString()
