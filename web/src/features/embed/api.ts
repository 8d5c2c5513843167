import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Look } from './code'

export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences')),
})

export const installationsQuery = queryOptions({
  queryKey: ['setup', 'widgetInstallations'],
  queryFn: () => dataOf(api.GET('/api/widgetInstallations/get')).then((answer) => answer.installations),
  refetchInterval: 15_000,
})

export const framingQuery = queryOptions({
  queryKey: ['setup', 'widgetFraming'],
  queryFn: () => dataOf(api.GET('/api/widgetFraming/get')),
})

export type Framing = { is_framing_limited: boolean; framing_origins: string[]; version: number }

export const saveFraming = (body: Framing) => dataOf(api.POST('/api/widgetFraming/save', { body }))

export const lookQuery = queryOptions({
  queryKey: ['setup', 'widgetLook'],
  queryFn: () => dataOf(api.GET('/api/widgetLook/get')),
})

export const saveLook = (body: Look & { version: number }) => dataOf(api.POST('/api/widgetLook/save', { body }))

export const checkPage = (url: string) => dataOf(api.POST('/api/widgetInstallations/check', { body: { url } }))
