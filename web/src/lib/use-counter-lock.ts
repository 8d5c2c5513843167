'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { api } from '@/api/client'
import { forgetSession } from './kept-session'

/** Nobody touched the register for so long: whoever comes next is asked who they are. */
export const idleMinutes = 3

/**
 * Leaves a register to the next person, on a press or when nobody touched it for a while.
 *
 * What the person before had begun stays in this tab under their own name, for when they are back.
 */
export function useCounterLock() {
  const queries = useQueryClient()
  const lock = useCallback(async () => {
    // Without a connection the page is left all the same; the session ends by itself.
    await api.POST('/api/logout').catch(() => undefined)
    queries.clear()
    forgetSession()
    const next = window.location.pathname + window.location.search
    window.location.assign(`/device#next=${encodeURIComponent(next)}`)
  }, [queries])
  useEffect(() => {
    let waiting = 0
    const again = () => {
      window.clearTimeout(waiting)
      waiting = window.setTimeout(() => void lock(), idleMinutes * 60_000)
    }
    again()
    const touches = ['pointerdown', 'keydown', 'wheel'] as const
    touches.forEach((one) => window.addEventListener(one, again, { passive: true }))
    return () => {
      window.clearTimeout(waiting)
      touches.forEach((one) => window.removeEventListener(one, again))
    }
  }, [lock])
  return () => void lock()
}
