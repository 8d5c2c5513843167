'use client'
import { useEffect } from 'react'
import { afterRest } from '@/lib/after-rest'
import { useSession } from '@/lib/session'
import { tell } from './listeners'

const settledMs = 300
const stopped = ['suspended', 'closed']

/** Hears the server while the office is open. What does it comes once the page has settled. */
export function Live() {
  const session = useSession()
  // The server refuses a stream before the terms are agreed to, and where nothing happens any more.
  const mayHear = !!session && !session.tosPending && !stopped.includes(session.account.status)
  useEffect(() => {
    if (!mayHear || !('EventSource' in window)) return
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
  }, [mayHear])
  return null
}
