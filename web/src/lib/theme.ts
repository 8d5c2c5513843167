'use client'
import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

// The boot script reads the same place before the first paint; globals.css knows the mark on <html>.
const place = 'outfitter:theme'
const listeners = new Set<() => void>()

function subscribe(tell: () => void) {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

function read(): Theme {
  return themes.find((one) => one === document.documentElement.dataset.theme) ?? 'system'
}

/** Light, dark, or as the system has it; remembered on this machine. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, read, () => 'system')
}

export function setTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    localStorage.setItem(place, theme)
  } catch {
    // A browser that keeps nothing follows the system again next time.
  }
  listeners.forEach((tell) => tell())
}
