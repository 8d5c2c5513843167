import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Choices, Preview, Scope } from './types'

function bodyOf({ isNotified, note, exclude_experience_ids: _some, ...rest }: Choices, dry_run: boolean) {
  const notify = isNotified ? { note: note.trim() } : null
  // Who is told nothing can be offered nothing.
  const allow_self_rebook = isNotified && rest.allow_self_rebook
  const allow_other_experience = allow_self_rebook && rest.allow_other_experience
  return { ...rest, reason: rest.reason.trim(), notify, allow_self_rebook, allow_other_experience, dry_run }
}

function post(scope: Scope, choices: Choices, isDry: boolean) {
  const body = bodyOf(choices, isDry)
  if (scope.kind === 'timeslot') {
    const params = { path: { timeslot: scope.id } }
    return dataOf(api.POST('/api/timeslot/{timeslot}/cancel', { params, body }))
  }
  if (scope.kind === 'date') {
    const params = { path: { experienceDate: scope.id } }
    return dataOf(api.POST('/api/timeslots/experienceDate/{experienceDate}/cancel', { params, body }))
  }
  const params = { path: { date: scope.date } }
  const { exclude_experience_ids } = choices
  return dataOf(api.POST('/api/timeslots/day/{date}/cancel', { params, body: { ...body, exclude_experience_ids } }))
}

/** What calling it off would do, with these choices; nothing is changed. */
export const previewQuery = (scope: Scope, choices: Choices) =>
  queryOptions({
    queryKey: ['massCancel', scope, choices],
    queryFn: async () => (await post(scope, choices, true)) as Preview,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const begin = (scope: Scope, choices: Choices) => post(scope, choices, false)

const aMoment = 1200
const open = ['queued', 'running']

export const isOpen = (status: string) => open.includes(status)

export const jobQuery = (job: number) =>
  queryOptions({
    queryKey: ['jobs', 'one', job],
    queryFn: () => dataOf(api.GET('/api/job/{job}/get', { params: { path: { job } } })),
    refetchInterval: (query) => (query.state.data && !isOpen(query.state.data.status) ? false : aMoment),
  })
