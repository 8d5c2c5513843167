import { addDays, monthOf, weekdayOf } from '../month'
import { addMonths, sameDayIn } from '../paging'

/** Where a key of the grid pattern leads from a day, or null when the key is not ours. */
export function dateForKey(key: string, date: string, isRightToLeft: boolean): string | null {
  const forward = isRightToLeft ? -1 : 1
  const weekday = weekdayOf(date)
  const days: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekday,
    End: 6 - weekday,
  }
  const count = days[key]
  if (count !== undefined) return addDays(date, count)
  const months = key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0
  return months ? sameDayIn(addMonths(monthOf(date), months), date) : null
}
