'use client'
import { useSyncExternalStore } from 'react'

// The boot script reads the same place before the first paint and sets the same mark on <html>.
const place = 'outfitter:rail'
const listeners = new Set<() => void>()

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** Whether the rail shows symbols only; remembered on this machine. */
export function useSlim(): [boolean, (isSlim: boolean) => void] {
  const isSlim = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.rail === 'slim',
    () => false,
  )
  return [isSlim, setSlim]
}

function setSlim(isSlim: boolean) {
  document.documentElement.dataset.rail = isSlim ? 'slim' : 'wide'
  try {
    localStorage.setItem(place, isSlim ? 'slim' : 'wide')
  } catch {
    // A browser that keeps nothing forgets it with the tab.
  }
  listeners.forEach((tell) => tell())
}
