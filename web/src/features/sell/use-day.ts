import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import { dayQuery, rangeQuery } from './api'
import { apart, choicesOf, fromPrices, matchingChoices, wallClock, type Choice } from './departures'

const none: Choice[] = []

/**
 * The departures of a day that have every word of a text, with prices: first what still goes.
 *
 * What has departed is in `departed` for who may sell it late, and in `choices` once they asked for it.
 */
export function useDay(day: string, typed: string, isDepartedShown: boolean) {
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const mayBookPast = useCan('timeslot.book_past')
  const now = wallClock(zone, new Date(useNow()))
  const { data, error, isPlaceholderData, refetch } = useQuery(dayQuery(day))
  const { data: range } = useQuery(rangeQuery(day, day))
  const found = useMemo(() => {
    if (!data) return null
    const all = choicesOf(data, now, range && fromPrices(range.dates))
    return apart(matchingChoices(all, typed, format.time))
  }, [data, range, now, typed, format])
  const departed = (mayBookPast && found?.departed) || none
  const choices = found && [...found.coming, ...(isDepartedShown ? departed : none)]
  return { choices, departed, now, error, isPlaceholderData, refetch }
}
