import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { GuideIn } from '@/api/models'
import type { Crew } from './model'

/** The guides as suggestions for a departure, the best first. */
export const suggestionsQuery = (timeslot: number) =>
  queryOptions({
    queryKey: ['guides', 'for', timeslot],
    queryFn: () => dataOf(api.GET('/api/guides/get', { params: { query: { timeslot_id: timeslot } } })),
    staleTime: 0,
  })

/** What guides do on these local days (at most 62), when they are away, and what collides. */
export const guideDaysQuery = (firstDay: string, lastDay: string) =>
  queryOptions({
    queryKey: ['guide-days', firstDay, lastDay],
    queryFn: () =>
      dataOf(
        api.GET('/api/guides/getInDateRange/{firstDay}/{lastDay}', { params: { path: { firstDay, lastDay } } }),
      ).then((answer) => answer.guides),
    placeholderData: (before) => before,
  })

/** Make these people, and nobody else, the guides of a departure. */
export const assignCrew = (timeslot: number, guides: Crew, force: boolean) =>
  dataOf(
    api.POST('/api/timeslot/{timeslot}/guides/assign', { params: { path: { timeslot } }, body: { guides, force } }),
  )

export const saveGuide = (guide: number, body: GuideIn) =>
  dataOf(api.POST('/api/guide/{guide}/save', { params: { path: { guide } }, body }))

const shown = ['guides', 'guide-days', 'calendar', 'manifest', 'experience-departures']

/** Renew what shows who guides what. */
export function useRenewGuides() {
  const queries = useQueryClient()
  return () => Promise.all(shown.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
