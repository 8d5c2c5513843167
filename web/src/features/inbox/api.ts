import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import type { Draft } from '@/components/threads/types'

export type Conversation = components['schemas']['ConversationOut']
export type ConversationFull = components['schemas']['ConversationFullOut']

export const shows = ['open', 'mine', 'unassigned', 'unread', 'closed'] as const
export type Show = (typeof shows)[number]

const every20Seconds = 20_000

/** The conversations of a filter, the newest first, page by page. */
export const inboxQuery = (show: Show, search: string) =>
  infiniteQueryOptions({
    queryKey: ['inbox', 'list', show, search],
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/inbox/get', { params: { query: { show, search, cursor: pageParam } } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: every20Seconds,
  })

export const peopleQuery = queryOptions({
  queryKey: ['inbox', 'people'],
  queryFn: async () => (await dataOf(api.GET('/api/inbox/people/get'))).data,
  staleTime: 5 * 60_000,
})

/** One conversation with its last messages. */
export const conversationQuery = (conversation: number) =>
  queryOptions({
    queryKey: ['inbox', 'one', conversation],
    queryFn: () =>
      dataOf(api.GET('/api/conversation/{conversation}/get', { params: { path: { conversation }, query: {} } })),
    refetchInterval: every20Seconds / 2,
  })

/** What was said before a message. */
export const olderThan = (conversation: number, before: number) =>
  dataOf(api.GET('/api/conversation/{conversation}/get', { params: { path: { conversation }, query: { before } } }))

const at = (conversation: number) => ({ params: { path: { conversation } } })

export const answer = (conversation: number, body: Draft) =>
  dataOf(api.POST('/api/conversation/{conversation}/answer', { ...at(conversation), body }))

export const assign = (conversation: number, avatar_id: number | null) =>
  dataOf(api.POST('/api/conversation/{conversation}/assign', { ...at(conversation), body: { avatar_id } }))

export const markRead = (conversation: number, up_to: number) =>
  dataOf(api.POST('/api/conversation/{conversation}/read', { ...at(conversation), body: { up_to } }))

export const setOpen = (conversation: number, isOpen: boolean) =>
  isOpen
    ? dataOf(api.POST('/api/conversation/{conversation}/open', at(conversation)))
    : dataOf(api.POST('/api/conversation/{conversation}/close', at(conversation)))
