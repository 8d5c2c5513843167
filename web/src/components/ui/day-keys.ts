import { addDays } from '@/lib/dates'
import { dayInMonth, weekOrder } from '@/lib/months'

export type Week = { weekStart: number; isRightToLeft: boolean }
type Pressed = { key: string; shiftKey: boolean }

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** Where a key leads from a day of a month grid, as WAI-ARIA's date picker has it; undefined for other keys. */
export function dayAfterKey(day: string, { key, shiftKey }: Pressed, { weekStart, isRightToLeft }: Week) {
  const onward = isRightToLeft ? -1 : 1
  const place = weekOrder(weekStart).indexOf(weekdayOf(day))
  const days: Record<string, number> = {
    ArrowRight: onward,
    ArrowLeft: -onward,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -place,
    End: 6 - place,
  }
  const months: Record<string, number> = { PageDown: 1, PageUp: -1 }
  if (key in days) return addDays(day, days[key] ?? 0)
  if (key in months) return dayInMonth(day, (months[key] ?? 0) * (shiftKey ? 12 : 1))
  return undefined
}
