import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import { callsKey } from '@/components/calls/api'
import type { CallSettings } from '@/components/calls/types'

export type Which = 'caller' | 'destination'
export type NumberIn = { number: string; label: string; trip_source_id: number | null }

export const settingsQuery = queryOptions({
  queryKey: [...callsKey, 'settings'],
  queryFn: () => dataOf(api.GET('/api/calls/settings')),
})

export const saveSettings = (body: CallSettings) => dataOf(api.POST('/api/calls/settings', { body }))

/** The numbers people call from, or those that are called, the most frequent first. */
export const numbersQuery = (which: Which) =>
  queryOptions({
    queryKey: [...callsKey, 'numbers', which],
    queryFn: () =>
      dataOf(
        which === 'caller' ? api.GET('/api/calls/callerNumbers/list') : api.GET('/api/calls/destinationNumbers/list'),
      ),
  })

export const saveNumber = (body: NumberIn) => dataOf(api.POST('/api/calls/number/save', { body }))
