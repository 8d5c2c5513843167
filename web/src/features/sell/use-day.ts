import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { dayQuery, rangeQuery } from './api'
import { apart, choicesOf, firstDayOf, fromPrices, matchingChoices, wallClock, type Choice } from './departures'

const none: Choice[] = []

/**
 * The departures of a day that have every word of a text, with prices: first what still goes.
 *
 * What has departed is in `departed` for who may sell it late, and in `choices` once they asked for it;
 * on a day that is over there is nothing else, and it is shown at once. `firstDay` is the first they sell.
 */
export function useDay(day: string, typed: string, isDepartedShown: boolean) {
  const format = useFormat()
  const settings = useSession()?.properties
  const zone = settings?.time_zone ?? 'UTC'
  const lateHours = useCan('timeslot.book_past') ? (settings?.book_past_hours ?? null) : null
  const instant = useNow()
  const now = wallClock(zone, new Date(instant))
  const today = now.slice(0, 10)
  const { data, error, isPlaceholderData, refetch } = useQuery(dayQuery(day))
  const { data: range } = useQuery(rangeQuery(day, day))
  const found = useMemo(() => {
    if (!data) return null
    const all = choicesOf(data, now, range && fromPrices(range.dates))
    return apart(matchingChoices(all, typed, format.time), now, lateHours ?? 0)
  }, [data, range, now, typed, format, lateHours])
  const late = (lateHours !== null && found?.departed) || none
  const isOver = day < today
  const choices = found && [...found.coming, ...(isDepartedShown || isOver ? late : none)]
  const firstDay = firstDayOf(zone, instant, lateHours)
  return { choices, departed: isOver ? none : late, now, today, firstDay, error, isPlaceholderData, refetch }
}
