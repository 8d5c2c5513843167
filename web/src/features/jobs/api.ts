import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const transfersQuery = queryOptions({
  queryKey: ['list', 'transfers'],
  queryFn: async () => (await dataOf(api.GET('/api/importexport/get', { params: { query: { limit: 100 } } }))).data,
  refetchInterval: (query) => (query.state.data?.some((one) => one.status === 'running') ? 1500 : false),
})

export const deleteTransfer = (iej: number) =>
  dataOf(api.POST('/api/importexport/export/{iej}/delete', { params: { path: { iej } } }))
