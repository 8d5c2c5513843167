/** From one month to another: not needed before the visitor moves. */
import { lastDayOf, type Month } from './month'

export function addMonths({ year, month }: Month, count: number): Month {
  const index = year * 12 + (month - 1) + count
  return { year: Math.floor(index / 12), month: (index % 12) + 1 }
}

/** The same day a month further, or the last day when that month is shorter. */
export function sameDayIn(month: Month, date: string): string {
  const last = lastDayOf(month)
  return date.slice(8) < last.slice(8) ? last.slice(0, 8) + date.slice(8) : last
}
