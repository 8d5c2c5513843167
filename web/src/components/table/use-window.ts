'use client'
import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'

export type Span = { start: number; end: number }

const step = 8
const beyond = 12

/** Rows to draw: those in sight and some beyond, in steps, so that most scrolling draws nothing new. */
export function spanOf(top: number, height: number, rowHeight: number, count: number): Span {
  const first = Math.floor(top / rowHeight) - beyond
  const last = Math.ceil((top + height) / rowHeight) + beyond
  const start = Math.max(0, Math.floor(first / step) * step)
  return { start: Math.min(start, count), end: Math.min(count, Math.ceil(last / step) * step) }
}

/** The rows of a scrolling box that are in sight; all of them (up to a thousand) on paper. */
export function useSpan(box: RefObject<HTMLElement | null>, rowHeight: number, count: number): Span {
  const [place, setPlace] = useState({ top: 0, height: 900 })
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const read = () => {
      const top = Math.floor(element.scrollTop / rowHeight / step) * step * rowHeight
      const height = element.clientHeight + step * rowHeight
      setPlace((before) => (before.top === top && before.height === height ? before : { top, height }))
    }
    const sizes = new ResizeObserver(read)
    sizes.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [box, rowHeight])
  const isOnPaper = useIsPrinting()
  return isOnPaper ? { start: 0, end: Math.min(count, 1000) } : spanOf(place.top, place.height, rowHeight, count)
}

function subscribe(call: () => void) {
  const paper = window.matchMedia('print')
  paper.addEventListener('change', call)
  return () => paper.removeEventListener('change', call)
}

function useIsPrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia('print').matches,
    () => false,
  )
}
