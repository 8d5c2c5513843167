import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { FetchPage } from '@/components/table/api'

type Schemas = components['schemas']
export type WaiverRow = Schemas['WaiverRowOut']
export type ManifestDay = Schemas['ManifestDayOut']

const root = 'signedWaivers'

export const fetchWaivers: FetchPage<WaiverRow> = (query, signal) =>
  dataOf(api.GET('/api/waivers/get', { params: { query }, signal }))

export const waiverQuery = (waiver: number) =>
  queryOptions({
    queryKey: [root, 'one', waiver],
    queryFn: () => dataOf(api.GET('/api/waiver/{waiver}/get', { params: { path: { waiver } } })),
  })

/** What was signed for a day and counts for nobody yet. */
export const unassignedQuery = (date: string) =>
  queryOptions({
    queryKey: [root, 'unassigned', date],
    queryFn: () =>
      dataOf(api.GET('/api/waivers/unassigned/get', { params: { query: { date } } })).then((answer) => answer.waivers),
    enabled: date !== '',
    refetchInterval: 20_000,
  })

/** The departures of a day with their guests. */
export const dayQuery = (day: string) =>
  queryOptions({
    queryKey: [root, 'day', day],
    queryFn: () =>
      dataOf(
        api.GET('/api/manifest/getManifestOnDay/{day}', { params: { path: { day }, query: { cancelled: false } } }),
      ),
    enabled: day !== '',
    staleTime: 10_000,
  })

export const voidWaiver = (waiver: number, reason: string) =>
  dataOf(api.POST('/api/waiver/{waiver}/void', { params: { path: { waiver } }, body: { reason } }))

export const assignWaiver = (waiver: number, booking: number) =>
  dataOf(api.POST('/api/waiver/{waiver}/assign/{booking}', { params: { path: { waiver, booking } }, body: {} }))

export const unassignWaiver = (waiver: number, booking: number) =>
  dataOf(
    api.POST('/api/booking/{booking}/unassignWaiver', {
      params: { path: { booking } },
      body: { waiver_id: waiver },
    }),
  )

/** Read anew what tells of signed waivers; trips and manifests when they are next looked at. */
export function renewWaivers(queries: QueryClient) {
  void queries.invalidateQueries({ queryKey: [root] })
  void queries.invalidateQueries({ queryKey: ['list', 'waivers'] })
  for (const key of ['manifest', 'trip']) void queries.invalidateQueries({ queryKey: [key] })
}
