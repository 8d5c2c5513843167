import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

const every20Seconds = 20_000

/** How much is unread: asked for often, answered with 304 while nothing is new. */
export const countQuery = queryOptions({
  queryKey: ['notifications', 'count'],
  queryFn: () => dataOf(api.GET('/api/notifications/count')),
  refetchInterval: every20Seconds,
  staleTime: every20Seconds,
})

export const notificationsQuery = (isUnread: boolean, locale: string) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', isUnread, locale],
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/api/notifications/get', {
          params: { query: { is_unread: isUnread, locale, cursor: pageParam ?? undefined } },
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => page.next_cursor,
  })

export const preferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'],
  queryFn: () => dataOf(api.GET('/api/notifications/preferences/get')),
})

export const markRead = (ids: number[] | null) => dataOf(api.POST('/api/notifications/alerts/read', { body: { ids } }))

export const readNews = (id: string) =>
  dataOf(api.POST('/api/notifications/news/{id}/read', { params: { path: { id } } }))

export const deleteNotifications = (ids: number[] | null) =>
  dataOf(api.POST('/api/notifications/deleteNotifications', { body: { ids } }))
