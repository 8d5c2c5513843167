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

/**
 * What whoever hosts this has written besides. It comes late or not at all: a service that is away or busy has
 * found nothing, and nobody is told.
 */
export const hostArticlesQuery = (q: string) =>
  queryOptions({
    queryKey: ['host-articles', q],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/hubspot/search', { params: { query: { q } }, signal })).catch(() => []),
    enabled: q.length > 2,
    retry: false,
    staleTime: 60_000,
  })

export const articleQuery = (id: string, locale: string) =>
  queryOptions({
    queryKey: ['help-article', locale, id],
    queryFn: () => dataOf(api.GET('/api/help/get/{id}', { params: { path: { id }, query: { locale } } })),
    staleTime: Infinity,
  })
