'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

/** Who is signed in, at which operator, and what they may do. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => dataOf(api.GET('/app/init')),
  staleTime: 5 * 60_000,
})

export function useSession() {
  return useQuery(sessionQuery).data
}

/** Whether the reader may do something; false until we know who it is. */
export function useCan(wanted: string): boolean {
  const session = useSession()
  return !!session && can(session.permissions, wanted)
}

/** Whether a list of permissions grants one; `setup.*` grants everything in that area. */
export function can(permissions: readonly string[], wanted: string): boolean {
  const area = wanted.split('.')[0]
  return permissions.some((one) => one === wanted || one === '*' || one === `${area}.*`)
}
