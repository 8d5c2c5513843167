import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { ResultType } from './model'

const shortest = 2

type Options = { locale: string; types?: readonly ResultType[]; limit: number }

/** Live results for what is typed; a request that a newer letter made useless is cancelled. */
export function searchQuery(text: string, { locale, types = [], limit }: Options) {
  const q = text.trim()
  return queryOptions({
    queryKey: ['search', q, types.join(','), limit, locale],
    queryFn: async ({ signal }) => {
      const query = { q, types: types.length ? types.join(',') : undefined, limit, locale }
      return (await dataOf(api.GET('/app/search', { params: { query }, signal }))).results
    },
    enabled: q.length >= shortest,
    placeholderData: q.length >= shortest ? keepPreviousData : undefined,
    staleTime: 30_000,
  })
}
