/** Calendar arithmetic on plain dates (YYYY-MM-DD). No clock and no time zone in here but `todayIn`. */

export type Month = { year: number; month: number }

export type Cell =
  | { isBlank: true; key: string }
  | { isBlank: false; key: string; day: number; formattedDate: string; isToday: boolean; isPast: boolean }

const pad = (value: number): string => String(value).padStart(2, '0')

/** Midnight of a plain date in UTC, for formatters that know no zone. */
export const utc = (date: string): Date => new Date(`${date}T00:00:00Z`)

export const formatDate = (year: number, month: number, day: number): string => `${year}-${pad(month)}-${pad(day)}`

/** True for a date that exists, written YYYY-MM-DD. */
export function isDate(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = utc(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The date on the wall of the operator's office at an instant. */
export function todayIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(now)
}

export function monthOf(date: string): Month {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)) }
}

export function addDays(date: string, count: number): string {
  const moved = utc(date)
  moved.setUTCDate(moved.getUTCDate() + count)
  return moved.toISOString().slice(0, 10)
}

/** Sunday is 0. */
export const weekdayOf = (date: string): number => utc(date).getUTCDay()

export const firstDayOf = ({ year, month }: Month): string => formatDate(year, month, 1)

const daysIn = ({ year, month }: Month): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const lastDayOf = (month: Month): string => formatDate(month.year, month.month, daysIn(month))

export const isSameMonth = (a: Month, b: Month): boolean => a.year === b.year && a.month === b.month

/** Weeks from Sunday: five, or six when the first of the month falls after Thursday. */
export function weeksOf(month: Month, today: string): Cell[][] {
  const lead = weekdayOf(firstDayOf(month))
  const total = daysIn(month)
  const weekCount = lead > 4 ? 6 : 5
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday): Cell => {
      const day = week * 7 + weekday - lead + 1
      if (day < 1 || day > total) return { isBlank: true, key: `${week}-${weekday}` }
      const formattedDate = formatDate(month.year, month.month, day)
      const isToday = formattedDate === today
      return { isBlank: false, key: formattedDate, day, formattedDate, isToday, isPast: formattedDate < today }
    }),
  )
}

/** Paging back stops at the month that holds today: its start is not after now. */
export const canPageBack = (month: Month, today: string): boolean => firstDayOf(month) > today

/** The first range day the server has anything to say about. */
export const rangeStart = (month: Month, today: string): string => {
  const first = firstDayOf(month)
  return first < today ? today : first
}
