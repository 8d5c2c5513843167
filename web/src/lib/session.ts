'use client'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useSyncExternalStore } from 'react'
import { api, ApiError, dataOf } from '@/api/client'
import { keepSession, keptSession, offlineSession } from './kept-session'

/** Who is signed in, at which operator, and what they may do. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  // Without a connection the page that is kept for it still has to know who reads it.
  networkMode: 'always',
  queryFn: async () => {
    try {
      const session = await dataOf(api.GET('/app/init'))
      keepSession(session)
      return session
    } catch (error) {
      const before = error instanceof ApiError && error.status === 0 ? await offlineSession() : null
      if (before) return before
      throw error
    }
  },
  staleTime: 5 * 60_000,
})

/**
 * The session, undefined until it is known.
 *
 * A part of the page may take over the exported markup long after the session came in; while it
 * does, it has to say what that markup said, which was made for nobody.
 */
export function useSession() {
  const { data } = useQuery(sessionQuery)
  const isTakenOver = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  return isTakenOver ? data : undefined
}

const neverChanges = () => () => {}

/**
 * Begin with the session that this tab knew last, until the server has said how it is now.
 *
 * After the first paint's markup, never during it: the exported page was made for nobody.
 */
export function useKeptSession() {
  const queries = useQueryClient()
  useLayoutEffect(() => {
    const kept = queries.getQueryData(sessionQuery.queryKey) ? null : keptSession()
    if (kept) queries.setQueryData(sessionQuery.queryKey, kept, { updatedAt: 1 })
  }, [queries])
}

/** Whether the reader may do something; false until we know who it is. */
export function useCan(wanted: string): boolean {
  const session = useSession()
  return !!session && can(session.permissions, wanted)
}

/** The same for what is everybody's: a role that shows some bookings only is refused it. */
export function useCanForAll(wanted: string): boolean {
  const session = useSession()
  return session?.userAvatar.scope === 'all' && can(session.permissions, wanted)
}

/** Whether a list of permissions grants one; `setup.*` grants everything in that area. */
export function can(permissions: readonly string[], wanted: string): boolean {
  const area = wanted.split('.')[0]
  return permissions.some((one) => one === wanted || one === '*' || one === `${area}.*`)
}

/** The same for one of several; a page that asks for nothing is open to all. */
export function canAny(permissions: readonly string[], wanted: readonly string[] = []): boolean {
  return wanted.length === 0 || wanted.some((one) => can(permissions, one))
}
