import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { Transfer } from '@/api/models'

const busy = ['running', 'validating']

export const isAtWork = (one: Pick<Transfer, 'status'>) => busy.includes(one.status)

/** Files that went out and came in, newest first: asked for often while one is at work. */
export const transfersQuery = queryOptions({
  queryKey: ['list', 'transfers'],
  queryFn: async () => (await dataOf(api.GET('/api/importexport/get', { params: { query: { limit: 100 } } }))).data,
  refetchInterval: (query) => (query.state.data?.some(isAtWork) ? 1500 : false),
})
