import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Wish, WriteScope } from './types'

/** What stands for words written by hand: the frame of a letter and nothing else. */
const byHandSlug = 'manual'
/** What makes sense to send to everybody of a departure. */
const sendable = ['reminder', 'followup', 'custom', 'manual', 'review_request', 'waiver_request']

/** Templates that can go to a departure's guests, and the one that frames what is written by hand. */
export const templatesQuery = queryOptions({
  queryKey: ['templates', 'sendable'],
  queryFn: async () => {
    const { templates } = await dataOf(api.GET('/api/templates/get'))
    return {
      byHand: templates.find(({ slug }) => slug === byHandSlug)?.id ?? null,
      rows: templates.filter(
        ({ slug, is_active, category }) => is_active && slug !== byHandSlug && sendable.includes(category),
      ),
    }
  },
  staleTime: 60_000,
})

function send(scope: WriteScope, wish: Wish, template: number, dry_run: boolean) {
  const isByHand = wish.template === null
  const words = {
    channel: wish.channel,
    subject: wish.channel === 'email' ? wish.subject : '',
    body: isByHand ? wish.body : '',
    note: isByHand ? '' : wish.note,
    only_statuses: wish.statuses,
    dry_run,
  }
  const params = { path: { template } }
  if (!wish.isWholeDay) {
    const body = { ...words, timeslot_id: scope.timeslot }
    return dataOf(api.POST('/api/template/{template}/sendToTimeslot', { params, body }))
  }
  const body = { ...words, experience_id: scope.experience.id, date: scope.date }
  return dataOf(api.POST('/api/template/{template}/sendToExperienceDate', { params, body }))
}

/** Who gets it, who not and why, and how it reads; nothing is sent. */
export const foundQuery = (scope: WriteScope, wish: Wish, template: number | null) =>
  queryOptions({
    queryKey: ['writeAll', scope, wish, template],
    queryFn: () => send(scope, wish, template ?? 0, true),
    enabled: template !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  })

export const begin = (scope: WriteScope, wish: Wish, template: number) => send(scope, wish, template, false)

const aMoment = 1500
const over = ['done', 'done_with_errors', 'failed', 'cancelled']
const waiting = ['queued', 'scheduled', 'sending']

/** Whether anything of it may still change. */
export const isGoing = ({ status, counts }: { status: string; counts: Record<string, number> }) =>
  !over.includes(status) || waiting.some((one) => (counts[one] ?? 0) > 0)

export const progressQuery = (job: number) =>
  queryOptions({
    queryKey: ['writeAll', 'job', job],
    queryFn: () => dataOf(api.GET('/api/messages/bulk/{job}/get', { params: { path: { job } } })),
    refetchInterval: ({ state }) => (state.data && !isGoing(state.data) ? false : aMoment),
  })

export const takeBack = (job: number) =>
  dataOf(api.POST('/api/messages/bulk/{job}/cancel', { params: { path: { job } } }))
