import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'

export type PlatformAct = components['schemas']['PlatformActOut']

/** Who is signed in at the platform's desk. Asked again and again: a session that ended leads to the door. */
export const platformQuery = queryOptions({
  queryKey: ['platform', 'init'],
  queryFn: () => dataOf(api.GET('/api/platform/init')),
  staleTime: 60_000,
  refetchInterval: 60_000,
})

export const signOutOfPlatform = () => api.POST('/api/logout').catch(() => undefined)
