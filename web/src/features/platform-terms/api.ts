import { queryOptions } from '@tanstack/react-query'
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

export const agreementsQuery = ({ audience, version }: TosVersion) =>
  queryOptions({
    queryKey: ['platform', 'terms', audience, version],
    queryFn: () =>
      dataOf(
        api.GET('/api/platform/terms/agreements/get', {
          params: { query: { audience: audience as 'operator', version } },
        }),
      ),
  })

export const evidenceAddress = ({ audience, version }: TosVersion, format: 'csv' | 'json' | 'pdf', locale: string) =>
  `/api/platform/terms/evidence?audience=${audience}&version=${version}&format=${format}&locale=${locale}`
