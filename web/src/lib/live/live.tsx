'use client'
import { useEffect } from 'react'
import { afterRest } from '@/lib/after-rest'
import { useSession } from '@/lib/session'
import { tell } from './listeners'

const settledMs = 2000
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
    const start = async () => {
      // Nothing is lost: whoever listens also asks by itself now and then.
      const found = await import('./source').catch(() => null)
      if (found && !isOver) end = found.startLive(tell)
    }
    const leave = afterRest(settledMs, start)
    return () => {
      isOver = true
      leave()
      end?.()
    }
  }, [mayHear])
  return null
}
