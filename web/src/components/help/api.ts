import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

/** The articles that fit, or all of them in their order while nothing is typed. */
export const articlesQuery = (q: string, locale: string) =>
  queryOptions({
    queryKey: ['help', locale, q],
    queryFn: ({ signal }) => dataOf(api.GET('/api/help/search', { params: { query: { q, locale } }, signal })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

export const articleQuery = (id: string, locale: string) =>
  queryOptions({
    queryKey: ['help-article', locale, id],
    queryFn: () => dataOf(api.GET('/api/help/get/{id}', { params: { path: { id }, query: { locale } } })),
    staleTime: Infinity,
  })
