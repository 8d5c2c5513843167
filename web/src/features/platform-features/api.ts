import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const featuresQuery = queryOptions({
  queryKey: ['platform', 'features'],
  queryFn: () => dataOf(api.GET('/api/platform/features/get')),
})

type Share = { share_percent: number | null; version: number | null; reason: string }
type Override = { slug: string; is_on: boolean | null; reason: string }

export const setShare = (feature: string, body: Share) =>
  dataOf(api.POST('/api/platform/features/{feature}/share', { params: { path: { feature } }, body }))

export const setOverride = (feature: string, body: Override) =>
  dataOf(api.POST('/api/platform/features/{feature}/override', { params: { path: { feature } }, body }))

export const resetDemo = () => dataOf(api.POST('/api/platform/demo/reset'))

export const demoQuery = queryOptions({
  queryKey: ['platform', 'demo'],
  queryFn: () => dataOf(api.GET('/api/platform/demo/get')),
})
