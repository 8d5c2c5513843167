'use client'
import { usePathname } from 'next/navigation'
import { useMemo } from 'react'
import { isAgent } from '@/lib/home'
import { useSession } from '@/lib/session'
import { useHydrated } from '@/lib/use-hydrated'
import { routeAt, type RouteName } from '@/routes'
import { placesFor, type Place } from './nav'

/** The screen that is open; unknown while the exported page is being taken over. */
export function useCurrentRoute(): RouteName | null {
  const pathname = usePathname()
  return useHydrated() ? routeAt(pathname) : null
}

/** The places this reader has; null until we know who it is. */
export function usePlaces(): Place[] | null {
  const session = useSession()
  return useMemo(() => (session ? placesFor(session.permissions, isAgent(session.userAvatar)) : null), [session])
}
