import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { TripRow } from '@/api/models'
import type { FetchPage } from '@/components/table/api'
import type { BulkTarget } from '@/components/table/model'

export const fetchTrips: FetchPage<TripRow> = (query, signal) =>
  dataOf(api.GET('/api/trips/get', { params: { query }, signal }))

/** The page of a trip, read ahead while the pointer rests on its row. */
export const tripAhead = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip],
    queryFn: () => dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip } } })),
  })

/** The part of a bulk action's body that says which trips. */
function targetBody(target: BulkTarget) {
  return 'ids' in target
    ? { ids: target.ids, search: '', filters: [] }
    : { ids: null, search: target.search, filters: target.filters as never }
}

export const setSource = (target: BulkTarget, source_id: number | null) =>
  dataOf(api.POST('/api/trips/bulk/source', { body: { ...targetBody(target), source_id } }))

export type FlagDraft = { is_flagged: boolean; reason_id: number | null; comment: string }

export const setFlag = (target: BulkTarget, draft: FlagDraft) =>
  dataOf(api.POST('/api/trips/bulk/flag', { body: { ...targetBody(target), ...draft } }))
