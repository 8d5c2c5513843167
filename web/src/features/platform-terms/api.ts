import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { TosDraft, TosDraftIn, TosVersion } from '@/api/platform-models'

export const termsQuery = queryOptions({
  queryKey: ['platform', 'terms'],
  queryFn: () => dataOf(api.GET('/api/platform/terms/get')),
})

export const saveDraft = (body: TosDraftIn) => dataOf(api.POST('/api/platform/terms/draft/save', { body }))

export const deleteDraft = ({ id, version }: TosDraft) =>
  dataOf(api.POST('/api/platform/terms/draft/{draft}/delete', { params: { path: { draft: id } }, body: { version } }))

export const publishDraft = ({ id, version, texts }: TosDraft) =>
  dataOf(
    api.POST('/api/platform/terms/draft/{draft}/publish', {
      params: { path: { draft: id } },
      body: { version, sha256: texts['en']?.sha256 ?? '' },
    }),
  )

/** Who agreed to a version, the latest first, page after page. */
export const agreementsQuery = ({ audience, version }: TosVersion) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'terms', audience, version],
    queryFn: ({ pageParam: before }) =>
      dataOf(
        api.GET('/api/platform/terms/agreements/get', {
          params: { query: { audience: audience as 'operator', version, ...(before && { before }) } },
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
  })

export const evidenceAddress = ({ audience, version }: TosVersion, format: 'csv' | 'json' | 'pdf', locale: string) =>
  `/api/platform/terms/evidence?audience=${audience}&version=${version}&format=${format}&locale=${locale}`
