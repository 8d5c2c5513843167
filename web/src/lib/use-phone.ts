'use client'
import { useSyncExternalStore } from 'react'

const question = '(max-width: 767px)'

function subscribe(call: () => void) {
  const narrow = window.matchMedia(question)
  narrow.addEventListener('change', call)
  return () => narrow.removeEventListener('change', call)
}

/** Whether the screen is too narrow for columns. */
export function usePhone(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(question).matches,
    () => false,
  )
}
