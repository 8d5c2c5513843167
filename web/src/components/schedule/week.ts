import { addDays } from '@/lib/dates'

/** The seven days of the week a day is in; `weekStart` 0 is Sunday, 1 Monday. */
export function weekOf(day: string, weekStart: number): string[] {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const first = addDays(day, -((weekday - weekStart + 7) % 7))
  return Array.from({ length: 7 }, (_, place) => addDays(first, place))
}
