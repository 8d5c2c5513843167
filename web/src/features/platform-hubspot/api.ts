import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CrmKeys } from '@/api/platform-models'

export const hubspotQuery = queryOptions({
  queryKey: ['platform', 'hubspot'],
  queryFn: () => dataOf(api.GET('/api/platform/hubspot/get')),
  // Deals are on their way for seconds, not minutes.
  refetchInterval: 10_000,
})

export const connect = (body: CrmKeys) => dataOf(api.POST('/api/platform/hubspot/connect', { body }))

export const disconnect = (version: number) =>
  dataOf(api.POST('/api/platform/hubspot/disconnect', { body: { version } }))

/** What was found, and whether HubSpot answered: an empty list is only the truth where it is complete. */
export async function search(q: string, signal: AbortSignal) {
  const asked = api.GET('/api/hubspot/search', { params: { query: { q } }, signal })
  const hits = await dataOf(asked)
  const { response } = await asked
  return { hits, coverage: response.headers.get('X-Search-Coverage') ?? 'complete' }
}

export const searchQuery = (q: string) =>
  queryOptions({
    queryKey: ['platform', 'hubspot', 'search', q],
    queryFn: ({ signal }) => search(q, signal),
    enabled: q !== '',
  })
