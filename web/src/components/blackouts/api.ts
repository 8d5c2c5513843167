import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, ApiError, dataOf } from '@/api/client'
import type { BlackedOut, BlackoutChangeIn, BlackoutIn, BlackoutPlan } from '@/api/models'
import { ownerOf, kindOf, type BlackoutKind, type Owned, type Span } from './model'

/** All blackouts that have not ended, or those on these local days. */
export const blackoutsQuery = (days?: { from: string; to: string }) =>
  queryOptions({
    queryKey: ['blackouts', days?.from ?? null, days?.to ?? null],
    queryFn: () =>
      dataOf(api.GET('/api/blackouts/get', { params: { query: days ?? {} } })).then((answer) => answer.blackouts),
    placeholderData: (before) => before,
  })

export function addBlackouts(kind: BlackoutKind, ids: number[], body: BlackoutIn): Promise<BlackedOut> {
  if (kind === 'resource') return dataOf(api.POST('/api/resources/blackouts', { body: { ...body, resource_ids: ids } }))
  if (kind === 'guide') return dataOf(api.POST('/api/guides/blackouts', { body: { ...body, guide_ids: ids } }))
  return dataOf(api.POST('/api/experiences/blackouts', { body: { ...body, experience_ids: ids } }))
}

function plan(kind: BlackoutKind, ids: number[], body: BlackoutIn): Promise<BlackoutPlan> {
  if (kind === 'resource') {
    return dataOf(api.POST('/api/resources/blackouts/preview', { body: { ...body, resource_ids: ids } }))
  }
  if (kind === 'guide') return dataOf(api.POST('/api/guides/blackouts/preview', { body: { ...body, guide_ids: ids } }))
  return dataOf(api.POST('/api/experiences/blackouts/preview', { body: { ...body, experience_ids: ids } }))
}

/** What a blackout would do, before it is made. */
export const planQuery = (kind: BlackoutKind, ids: number[], body: BlackoutIn | null) =>
  queryOptions({
    queryKey: ['blackouts', 'plan', kind, ids, body && { ...body, reason: '' }],
    queryFn: () => (body ? plan(kind, ids, { ...body, reason: '' }) : Promise.reject(new Error('nothing to plan'))),
    enabled: body !== null,
    retry: false,
    placeholderData: (before) => before,
  })

function changePlan(kind: BlackoutKind, blackout: number, body: BlackoutChangeIn): Promise<BlackoutPlan> {
  const call = { params: { path: { blackout } }, body }
  if (kind === 'resource') return dataOf(api.POST('/api/resource/blackout/{blackout}/preview', call))
  if (kind === 'guide') return dataOf(api.POST('/api/guide/blackout/{blackout}/preview', call))
  return dataOf(api.POST('/api/experience/blackout/{blackout}/preview', call))
}

/** What changing a blackout would do, before it is changed. */
export const changePlanQuery = (kind: BlackoutKind, blackout: number, body: BlackoutChangeIn | null) =>
  queryOptions({
    queryKey: ['blackouts', 'change-plan', kind, blackout, body && { ...body, reason: '' }],
    queryFn: () =>
      body ? changePlan(kind, blackout, { ...body, reason: '' }) : Promise.reject(new Error('nothing to plan')),
    enabled: body !== null,
    retry: false,
    placeholderData: (before) => before,
  })

export function changeBlackout(kind: BlackoutKind, blackout: number, body: BlackoutChangeIn): Promise<BlackedOut> {
  const call = { params: { path: { blackout } }, body }
  if (kind === 'resource') return dataOf(api.POST('/api/resource/blackout/{blackout}/save', call))
  if (kind === 'guide') return dataOf(api.POST('/api/guide/blackout/{blackout}/save', call))
  return dataOf(api.POST('/api/experience/blackout/{blackout}/save', call))
}

// The server's names, and the fields of the form that mean the same.
const fieldOf: Record<string, string> = { end_at: 'days', start_at: 'days', 'repeat.until': 'last' }

/** The same answer; what is refused is told at the form's own fields. */
export async function atFields<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error
    const fields = Object.fromEntries(Object.entries(error.fields).map(([name, told]) => [fieldOf[name] ?? name, told]))
    throw new ApiError(error.status, { ...error, message: error.message, detail: { ...error.detail, fields } })
  }
}

/** What a refusal says of single fields, else null. */
export function fieldWords(error: unknown): string | null {
  const told = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return told.length > 0 ? told.join(' ') : null
}

export function deleteBlackout(kind: BlackoutKind, blackout: number, series: boolean) {
  const call = { params: { path: { blackout } }, body: { series } }
  if (kind === 'resource') return dataOf(api.POST('/api/resource/blackout/{blackout}/delete-blackout', call))
  if (kind === 'guide') return dataOf(api.POST('/api/guide/blackout/{blackout}/delete-blackout', call))
  return dataOf(api.POST('/api/experience/blackout/{blackout}/delete-blackout', call))
}

/** Make one that was deleted again. */
export const restoreBlackout = (row: Owned & Span & { reason: string }) =>
  addBlackouts(kindOf(row), [ownerOf(row)], { start_at: row.start_at, end_at: row.end_at, reason: row.reason })

export type Target = { id: number; name: string; note?: string }

/** What can be blacked out of a kind, by name. */
export const targetsQuery = (kind: BlackoutKind) =>
  queryOptions({ queryKey: ['blackout-targets', kind], queryFn: () => targets(kind) })

async function targets(kind: BlackoutKind): Promise<Target[]> {
  if (kind === 'guide') return (await dataOf(api.GET('/api/guides/get'))).map(({ id, name }) => ({ id, name }))
  if (kind === 'experience') {
    const experiences = await dataOf(api.GET('/api/experiences/all'))
    return experiences.filter((one) => one.status.slug !== 'archived').map(({ id, name }) => ({ id, name }))
  }
  const { resourceGroups } = await dataOf(api.GET('/api/resourceGroups/get'))
  return resourceGroups.flatMap((group) =>
    group.resources.filter((one) => one.status !== 'retired').map(({ id, name }) => ({ id, name, note: group.name })),
  )
}

const shown = ['blackouts', 'resource-timeline', 'guide-days', 'calendar', 'experience-departures', 'manifest']

/** Renew what shows blackouts, or departures under them. */
export function useRenewBlackouts() {
  const queries = useQueryClient()
  return () => Promise.all(shown.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
