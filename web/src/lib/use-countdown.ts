'use client'
import { useEffect, useState } from 'react'

/** Whole seconds left until an instant (milliseconds), 0 once it is over. */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isRunning = until > now
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [isRunning, until])
  return Math.max(0, Math.ceil((until - now) / 1000))
}
