import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Departure } from '@/api/models'
import { addDays } from '@/lib/dates'

/** How many days the chooser shows at a time. */
export const SPAN = 7

/** The departures of an experience from a local day on, for a week. */
export const departuresQuery = (experience: number, firstDay: string) =>
  queryOptions({
    queryKey: ['departures', experience, firstDay],
    queryFn: () =>
      dataOf(
        api.GET('/api/experience/{experience}/getTimeslotsForDateRange/{firstDay}/{lastDay}', {
          params: { path: { experience, firstDay, lastDay: addDays(firstDay, SPAN - 1) } },
        }),
      ),
    staleTime: 10_000,
    placeholderData: (before) => before,
  })

/** Experiences that run in the weeks around a day, to move somebody to another one. */
export const runningQuery = (firstDay: string) =>
  queryOptions({
    queryKey: ['departures', 'running', firstDay],
    queryFn: async () => {
      const answer = await dataOf(
        api.POST('/api/experiences/getInDateRange/{firstDay}/{lastDay}', {
          params: { path: { firstDay, lastDay: addDays(firstDay, 41) } },
          body: { fetchExperiences: true, showPrices: false, showFull: true },
        } as never),
      )
      return (answer as unknown as { experiences: { id: number; name: string; color: string }[] }).experiences
    },
    staleTime: 60_000,
  })

export type Room = 'fits' | 'tight' | 'closed'

/** Whether a party fits a departure, only fits beyond its seats, or cannot go on it at all. */
export function roomFor(slot: Departure, party: number): Room {
  if (slot.status === 'cancelled') return 'closed'
  return slot.is_unlimited || (slot.total_availability_cnt ?? 0) >= party ? 'fits' : 'tight'
}

/** Departures by day, all days of the span, in the order of the clock. */
export function byDay(slots: readonly Departure[], firstDay: string): { day: string; slots: Departure[] }[] {
  return Array.from({ length: SPAN }, (_, place) => {
    const day = addDays(firstDay, place)
    const found = slots.filter((slot) => slot.date === day)
    return { day, slots: found.sort((one, other) => one.start_at.localeCompare(other.start_at)) }
  })
}
