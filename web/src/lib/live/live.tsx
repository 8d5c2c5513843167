'use client'
import { useEffect } from 'react'
import { afterRest } from '@/lib/after-rest'
import { useSession } from '@/lib/session'
import { tell } from './listeners'

const settledMs = 300

/** Hears the server while the office is open. What does it comes once the page has settled. */
export function Live() {
  const isSignedIn = !!useSession()
  useEffect(() => {
    if (!isSignedIn || !('EventSource' in window)) return
    let end: (() => void) | null = null
    let isOver = false
    const leave = afterRest(settledMs, async () => {
      const { startLive } = await import('./source')
      if (!isOver) end = startLive(tell)
    })
    return () => {
      isOver = true
      leave()
      end?.()
    }
  }, [isSignedIn])
  return null
}
