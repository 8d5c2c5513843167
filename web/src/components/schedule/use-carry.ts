'use client'
import { useCallback, useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react'
import { useSteady } from '@/lib/use-steady'
import { lift, type Lifted } from './lift'

/** Where something was let go: the `data-drop` it came from and is over, and how far it was carried (pixels). */
export type Drop = { from: string; to: string; dx: number; dy: number }

type Hand<T> = { item: T; from: string; pointer: number; at: [x: number, y: number]; lifted: Lifted | null }

const SLOP = 5
const TOUCH_SLOP = 10
const LONG_PRESS_MS = 350

/**
 * Carry things among places with a mouse, a pen or a finger (after a long press); Esc lets them be.
 *
 * A place is an element with `data-drop`; the one under the pointer has `data-over`. `grip` goes on an
 * element around the thing, `box` on the one that scrolls. The keyboard's way is the MoveMenu.
 */
export function useCarry<T>({ isOff, onDrop }: { isOff?: boolean; onDrop: (item: T, drop: Drop) => void }) {
  const [carried, setCarried] = useState<T | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const hand = useRef<Hand<T> | null>(null)
  const stop = useRef(() => {})
  const put = useSteady(onDrop)
  useEffect(() => {
    const element = box.current
    // Has to listen before the finger comes down, or the browser scrolls all the same.
    const keepStill = (event: TouchEvent) => hand.current?.lifted && event.cancelable && event.preventDefault()
    element?.addEventListener('touchmove', keepStill, { passive: false })
    return () => {
      element?.removeEventListener('touchmove', keepStill)
      stop.current()
    }
  }, [])
  const take = useCallback(
    (item: T, from: string, event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || hand.current) return
      const mine: Hand<T> = { item, from, pointer: event.pointerId, at: [event.clientX, event.clientY], lifted: null }
      hand.current = mine
      const end = hold(mine, event, box.current, {
        raise: () => setCarried(item),
        drop: (drop) => put(item, drop),
        end: () => {
          hand.current = null
          setCarried(null)
        },
      })
      stop.current = end
    },
    [put],
  )
  const grip = useCallback(
    (item: T, from: string) =>
      isOff ? {} : { onPointerDownCapture: (event: ReactPointerEvent<HTMLElement>) => take(item, from, event) },
    [isOff, take],
  )
  return { carried, box, grip }
}

type Tell = { raise: () => void; drop: (drop: Drop) => void; end: () => void }

/** From a press until it is let go or given up; returns how to give it up. */
function hold<T>(hand: Hand<T>, event: ReactPointerEvent<HTMLElement>, box: HTMLElement | null, tell: Tell) {
  const source = event.currentTarget
  const isTouch = event.pointerType === 'touch'
  const [startX, startY] = hand.at
  const raise = () => {
    hand.lifted = lift(source, box, startX, startY)
    tell.raise()
  }
  const timer = isTouch ? setTimeout(raise, LONG_PRESS_MS) : undefined
  const listening = new AbortController()
  const end = () => {
    clearTimeout(timer)
    listening.abort()
    hand.lifted?.end()
    tell.end()
  }
  follow(hand, listening.signal, {
    move: (x, y) => {
      const way = Math.hypot(x - startX, y - startY)
      if (!hand.lifted && isTouch && way > TOUCH_SLOP) return end()
      if (!hand.lifted && !isTouch && way > SLOP) raise()
      hand.lifted?.move(x, y)
    },
    release: (x, y) => {
      const to = hand.lifted?.over()
      end()
      if (to !== undefined) tell.drop({ from: hand.from, to, dx: x - startX, dy: y - startY })
    },
    cancel: end,
  })
  return end
}

type Ways = { move: (x: number, y: number) => void; release: (x: number, y: number) => void; cancel: () => void }

function follow<T>(hand: Hand<T>, signal: AbortSignal, ways: Ways) {
  const isMine = (event: PointerEvent) => event.pointerId === hand.pointer
  addEventListener('pointermove', (event) => isMine(event) && ways.move(event.clientX, event.clientY), { signal })
  addEventListener('pointerup', (event) => isMine(event) && ways.release(event.clientX, event.clientY), { signal })
  addEventListener('pointercancel', (event) => isMine(event) && ways.cancel(), { signal })
  addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !hand.lifted) return
      event.stopPropagation()
      event.preventDefault()
      ways.cancel()
    },
    { signal, capture: true },
  )
}
