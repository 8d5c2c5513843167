'use client'
import { useEffect, useRef, type RefObject } from 'react'

// Departures out of sight have guessed heights until they come near; what moves then is put right for so long.
const SETTLING_FRAMES = 20
const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const

/** Bring the next departure into view once, unless it is the first one anyway. */
export function useScrollToNext(nextId: number | undefined, firstId: number | undefined) {
  const ref = useRef<HTMLLIElement>(null)
  const wasDone = useRef(false)
  useEffect(() => {
    if (wasDone.current) return
    wasDone.current = true
    if (nextId !== firstId) keepAtTop(ref)
  }, [nextId, firstId])
  return ref
}

/** Scroll to an element until nothing moves any more, or the reader moves the page. */
function keepAtTop(ref: RefObject<HTMLElement | null>) {
  const reader = new AbortController()
  own.forEach((name) => addEventListener(name, () => reader.abort(), { signal: reader.signal, passive: true }))
  let left = SETTLING_FRAMES
  const put = () => {
    if (reader.signal.aborted) return
    ref.current?.scrollIntoView({ block: 'start' })
    left -= 1
    if (left > 0) requestAnimationFrame(put)
    else reader.abort()
  }
  put()
}
