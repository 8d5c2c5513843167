'use client'
import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False while the exported page is being taken over: what only the browser knows must wait for true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
