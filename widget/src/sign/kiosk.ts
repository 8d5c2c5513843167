/** What a tablet at the desk does by itself: it stays awake, asks what to show, clears itself, and sends what waits. */
import { useEffect, useState } from 'react'
import { countKept, sendKept } from './queue'
import { openShown } from './server'
import type { SignLanguage } from './language'
import type { Shown } from './types'

// Seen on the tablet within two seconds of the press at the counter.
const ASK_MS = 1500
const SEND_MS = 15_000

/** What staff have this tablet show; null while it is free, or while it is no tablet of theirs. */
export function useShown(token: string | null, language: SignLanguage): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (!token) return
    let isCurrent = true
    const ask = (): void => {
      if (document.hidden) return
      openShown(token, language).then(
        (answer) => {
          if (!isCurrent) return
          // The same again draws nothing anew: somebody may be signing.
          setShown((known) => (answer.shown_at === (known?.shown_at ?? null) ? known : answer.shown_at ? answer : null))
        },
        // Without a connection what is there stays.
        () => undefined,
      )
    }
    ask()
    const timer = setInterval(ask, ASK_MS)
    return () => {
      isCurrent = false
      clearInterval(timer)
    }
  }, [token, language])
  return shown
}

/** Keeps a tablet's screen on while the page is there. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    const hold = (): void => {
      if (!document.hidden) navigator.wakeLock.request('screen').then((held) => (lock = held), () => undefined)
    }
    hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [isWanted])
}

/** How many seconds are left before the page clears itself; null while somebody is at it. */
export function useIdle(isWanted: boolean, afterMs: number, warnMs: number, onIdle: () => void): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let since = Date.now()
    const touch = (): void => {
      since = Date.now()
      setLeft(null)
    }
    const tick = (): void => {
      const rest = afterMs - (Date.now() - since)
      if (rest <= 0) onIdle()
      else setLeft(rest <= warnMs ? Math.ceil(rest / 1000) : null)
    }
    const timer = setInterval(tick, 1000)
    for (const name of ['pointerdown', 'keydown', 'scroll']) addEventListener(name, touch, { passive: true })
    return () => {
      clearInterval(timer)
      for (const name of ['pointerdown', 'keydown', 'scroll']) removeEventListener(name, touch)
    }
  }, [isWanted, afterMs, warnMs, onIdle])
  return left
}

export type Kept = { waiting: number; refused: number }

const listeners = new Set<(kept: Kept) => void>()

/** Tells the page that something was kept or sent. */
export async function tellKept(): Promise<void> {
  const kept = await countKept()
  for (const listen of [...listeners]) listen(kept)
}

/** What waits on this device, sent as soon as there is a connection. */
export function useWaiting(): Kept {
  const [kept, setKept] = useState<Kept>({ waiting: 0, refused: 0 })
  useEffect(() => {
    listeners.add(setKept)
    const send = (): void => void sendKept().catch(() => undefined).then(tellKept)
    send()
    const timer = setInterval(send, SEND_MS)
    addEventListener('online', send)
    return () => {
      listeners.delete(setKept)
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [])
  return kept
}
