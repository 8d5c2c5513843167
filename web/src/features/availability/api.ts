import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { AvailabilityOut, AvailabilityRule, BulkEditIn } from '@/api/models'
import { experienceQuery, experiencesQuery } from '@/features/experiences/api'
import type { Rule } from './values'

const at = (rule: number) => ({ params: { path: { experience_timeslot: rule } } })

export const ruleQuery = (rule: string) =>
  queryOptions({
    queryKey: ['availability', rule],
    queryFn: () => dataOf(api.GET('/api/experience/availability/{experience_timeslot}/get', at(Number(rule)))),
    refetchOnWindowFocus: false,
  })

type Edit = Rule & { dry_run?: boolean; version?: number | null }

export const editRule = (rule: number, body: Edit) =>
  dataOf(api.POST('/setup/experience/availability/{experience_timeslot}/edit', { ...at(rule), body }))

export const deleteRule = (rule: number, version: number) =>
  dataOf(api.POST('/setup/experience/availability/{experience_timeslot}/delete', { ...at(rule), body: { version } }))

/** What an edited rule would do to its departures, without doing it. */
export const editPreviewQuery = (rule: number, draft: Rule | null) =>
  queryOptions({
    queryKey: ['availability-edit-preview', rule, draft],
    queryFn: () => editRule(rule, { ...draft!, dry_run: true }),
    enabled: draft !== null,
    placeholderData: (before: AvailabilityOut | undefined) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Everybody who guides; refused to readers who may not assign them. */
export const guidesQuery = queryOptions({
  queryKey: ['guides-of-rules'],
  queryFn: () => dataOf(api.GET('/api/guides/get')),
  staleTime: 60_000,
  retry: false,
})

export const bulkEdit = (body: BulkEditIn) => dataOf(api.POST('/setup/experiences/availabilities/bulkEdit', { body }))

/** What a bulk edit means and would do; null asks nothing. */
export const bulkPreviewQuery = (body: Omit<BulkEditIn, 'dry_run'> | null) =>
  queryOptions({
    queryKey: ['bulk-edit-preview', body],
    queryFn: () => bulkEdit({ ...body!, dry_run: true }),
    enabled: body !== null,
    placeholderData: (before) => before,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })

export const jobQuery = (job: number | null) =>
  queryOptions({
    queryKey: ['job', job],
    queryFn: () => dataOf(api.GET('/api/job/{job}/get', { params: { path: { job: job! } } })),
    enabled: job !== null,
    refetchInterval: (query) => (query.state.data?.finished_at ? false : 1000),
  })

/** Departures changed: show everything anew that tells of them. */
export function useRefreshDepartures() {
  const queries = useQueryClient()
  return (experience?: number) => {
    const keys = [
      experience === undefined ? ['experience'] : experienceQuery(String(experience)).queryKey,
      experiencesQuery.queryKey,
      ['availability'],
      ['availability-edit-preview'],
      ['experience-departures'],
      ['experience-days'],
      ['manifest'],
    ]
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
  }
}

/** Put a saved rule where its page finds it. */
export function useKeepRule() {
  const queries = useQueryClient()
  return (rule: AvailabilityRule) => queries.setQueryData(ruleQuery(String(rule.id)).queryKey, rule)
}
