import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Begun, Choices, Preview, Scope } from './types'

function bodyOf({ isNotified, note, exclude_experience_ids, ...rest }: Choices, scope: Scope, dry_run: boolean) {
  return {
    ...rest,
    reason: rest.reason.trim(),
    notify: isNotified ? { note: note.trim() } : null,
    dry_run,
    ...(scope.kind === 'day' ? { exclude_experience_ids } : {}),
  }
}

function post(scope: Scope, body: object): Promise<unknown> {
  if (scope.kind === 'timeslot') {
    const params = { path: { timeslot: scope.id } }
    return dataOf(api.POST('/api/timeslot/{timeslot}/cancel', { params, body: body as never }))
  }
  if (scope.kind === 'date') {
    const params = { path: { experienceDate: scope.id } }
    return dataOf(api.POST('/api/timeslots/experienceDate/{experienceDate}/cancel', { params, body: body as never }))
  }
  const params = { path: { date: scope.date } }
  return dataOf(api.POST('/api/timeslots/day/{date}/cancel', { params, body: body as never }))
}

/** What calling it off would do, with these choices; nothing is changed. */
export const previewQuery = (scope: Scope, choices: Choices) =>
  queryOptions({
    queryKey: ['massCancel', scope, choices],
    queryFn: () => post(scope, bodyOf(choices, scope, true)) as Promise<Preview>,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })

export const begin = (scope: Scope, choices: Choices) => post(scope, bodyOf(choices, scope, false)) as Promise<Begun>

const aMoment = 1200
const open = ['queued', 'running']

export const isOpen = (status: string) => open.includes(status)

export const jobQuery = (job: number) =>
  queryOptions({
    queryKey: ['jobs', 'one', job],
    queryFn: () => dataOf(api.GET('/api/job/{job}/get', { params: { path: { job } } })),
    refetchInterval: (query) => (query.state.data && !isOpen(query.state.data.status) ? false : aMoment),
  })
