import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export type ActQuestion = { search: string; action: string; account?: number }

const filtersOf = ({ action, account }: ActQuestion) =>
  JSON.stringify([
    ...(action ? [{ field: 'action', op: 'eq', value: action }] : []),
    ...(account ? [{ field: 'account_id', op: 'eq', value: account }] : []),
  ])

const wanted = (question: ActQuestion) => ({ search: question.search, filters: filtersOf(question) })

/** What people who run the platform did, the latest first, page after page. */
export const actsQuery = (question: ActQuestion) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'audit', question],
    queryFn: ({ pageParam }) =>
      dataOf(api.GET('/api/platform/audit/get', { params: { query: { ...wanted(question), cursor: pageParam } } })),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.next_cursor,
  })

/** The address of the same as a file. */
export const exportAddress = (question: ActQuestion) =>
  `/api/platform/audit/export?${new URLSearchParams(wanted(question)).toString()}`

/** Every act that the log may hold, as the server names them. */
export const actionsQuery = queryOptions({
  queryKey: ['platform', 'audit', 'actions'],
  queryFn: () => dataOf(api.GET('/api/platform/audit/actions/get')),
  staleTime: Infinity,
})
