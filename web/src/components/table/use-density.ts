'use client'
import { useSyncExternalStore } from 'react'

const place = 'outfitter:dense'
const listeners = new Set<() => void>()

function read(): boolean {
  try {
    return localStorage.getItem(place) === '1'
  } catch {
    return false
  }
}

function toggle() {
  const next = read() ? '0' : '1'
  try {
    localStorage.setItem(place, next)
  } catch {
    return
  }
  listeners.forEach((call) => call())
}

function subscribe(call: () => void) {
  listeners.add(call)
  return () => listeners.delete(call)
}

/** Whether this device shows lists with narrow rows; the same in all of them. */
export function useDensity(): [boolean, () => void] {
  return [useSyncExternalStore(subscribe, read, () => false), toggle]
}
