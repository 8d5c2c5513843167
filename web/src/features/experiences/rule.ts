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

/** The month before or after: "2026-12" + 1 is "2027-01". */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, index = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, index - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Weekdays (0 is Sunday) in the order the operator's week has them. */
export function weekOrder(weekStart: number): number[] {
  return Array.from({ length: 7 }, (_, day) => (day + weekStart) % 7)
}

/** A weekday's name; 2023-01-01 was a Sunday. */
export function weekdayName(day: number, locale: string, width: 'long' | 'short' | 'narrow'): string {
  return new Intl.DateTimeFormat(locale, { weekday: width, timeZone: 'UTC' }).format(Date.UTC(2023, 0, 1 + day))
}
