'use client'
import { useEffect, useSyncExternalStore } from 'react'

/** What has its buttons at the bottom of the screen: an open window, the bar of chosen rows. */
export type Standing = 'window' | 'bar'

const counts = { window: 0, bar: 0 }
const listeners = new Set<() => void>()

function add(kind: Standing, count: 1 | -1) {
  counts[kind] += count
  for (const tell of listeners) tell()
}

/** Say that one more stands there; returns what takes it back. */
export function stand(kind: Standing) {
  add(kind, 1)
  return () => add(kind, -1)
}

export const isStanding = (kind: Standing) => counts[kind] > 0

export function onStanding(tell: () => void) {
  listeners.add(tell)
  return () => void listeners.delete(tell)
}

/** Say so as long as the component is there, and what it draws. */
export const useStanding = (kind: Standing, isThere = true) =>
  useEffect(() => (isThere ? stand(kind) : undefined), [kind, isThere])

/**
 * Whether one stands there.
 *
 * Not asked of the page in CSS: `body:has(…)` is answered anew by a look at every element of the page each time
 * that one comes or goes.
 */
export const useIsStanding = (kind: Standing) =>
  useSyncExternalStore(
    onStanding,
    () => isStanding(kind),
    () => false,
  )
