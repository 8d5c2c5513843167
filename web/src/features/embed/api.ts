import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const experiencesQuery = queryOptions({
  queryKey: ['experiences'],
  queryFn: () => dataOf(api.GET('/api/experiences')),
})

export const installationsQuery = queryOptions({
  queryKey: ['setup', 'widgetInstallations'],
  queryFn: () => dataOf(api.GET('/api/widgetInstallations/get')).then((answer) => answer.installations),
  refetchInterval: 15_000,
})
