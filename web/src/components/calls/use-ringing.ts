'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLive } from '@/lib/live/use-live'
import type { LiveEvent } from '@/lib/live/model'
import { callQuery, readCall, readRinging } from './api'
import { keepDismissed, readDismissed } from './dismissed'
import { isShown } from './model'
import type { Call } from './types'

const kinds = ['hello', 'poll', 'call.ringing', 'call.changed'] as const
const none: ReadonlySet<number> = new Set()
const minuteMs = 60_000

/** The calls that come in now, the newest first, and what the reader did with them; `prepare` gets ready to draw one. */
export function useRinging(me: number, prepare: () => void) {
  const queries = useQueryClient()
  const [calls, setCalls] = useState<readonly Call[]>([])
  const [dismissed, setDismissed] = useState(() => readDismissed(me))
  const [touched, setTouched] = useState(none)
  const [now, setNow] = useState(() => Date.now())

  const put = (call: Call) => {
    setNow(Date.now())
    setCalls((known) => [call, ...known.filter(({ id }) => id !== call.id)].sort((a, b) => b.id - a.id))
    // Whoever opens it next sees it at once.
    queries.setQueryData(callQuery(call.id).queryKey, call)
  }
  const hear = ({ kind, data }: LiveEvent) => {
    const isKnown = calls.some(({ id }) => id === data.call)
    // A call that changed and isn't on the screen is nobody's interruption.
    if (kind === 'call.changed' && !isKnown) return
    if (kind === 'call.ringing') prepare()
    // What is lost is found by the next look.
    if (data.call) void readCall(data.call).then(put, () => undefined)
    else look()
  }
  const look = () =>
    void readRinging().then(
      (found) => {
        setNow(Date.now())
        setCalls(found)
      },
      () => undefined,
    )
  useLive(kinds, hear)
  // What was said before this was here is looked up.
  const begin = useEffectEvent(look)
  useEffect(() => begin(), [])
  useEffect(() => {
    if (calls.length === 0) return
    const timer = window.setInterval(() => setNow(Date.now()), minuteMs)
    return () => window.clearInterval(timer)
  }, [calls.length])
  return {
    shown: calls.filter((call) => isShown(call, { me, dismissed, touched, now })),
    // Also what was put away in another tab meanwhile.
    dismiss: (id: number) => setDismissed(keepDismissed(me, id)),
    touch: (id: number) => setTouched((known) => new Set(known).add(id)),
  }
}
