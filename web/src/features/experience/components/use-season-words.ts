import type { Season } from '@/api/models'
import { weekdayName, weekOrder } from '@/lib/months'
import { dateFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

/** When a season holds, in one line: its stretches of days, weekdays and hours. */
export function useSeasonWords() {
  const format = useFormat()
  const weekStart = useSession()?.properties.week_start ?? 1
  const dates = dateFormat(format.locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return ({ ranges, weekdays, time_from, time_to }: Season) => {
    const stretches = ranges.map(({ first, last }) => dates.formatRange(new Date(first), new Date(last)))
    const days = weekOrder(weekStart).filter((day) => weekdays.includes(day))
    return [
      stretches.join(' · '),
      days.length < 7 && format.shortList(days.map((day) => weekdayName(day, format.locale, 'short'))),
      (time_from || time_to) && [time_from, time_to].map((at) => (at ? format.time(at) : '…')).join(' – '),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
