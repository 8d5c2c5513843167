'use client'
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactElement } from 'react'
import type { TooltipProps } from 'react-aria-components'

type Props = { text: string; placement?: TooltipProps['placement']; children: ReactElement }

const load = () => import('./tooltip-window')
const TooltipWindow = lazy(load)

const POINTED_MS = 500
const LEFT_MS = 100

/** A few words about a button (the child), shown while it is pointed at or focused; Esc puts them away. */
export function Tooltip({ text, placement, children }: Props) {
  const id = useId()
  const place = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  const set = (open: boolean, delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(open), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isOpen) return undefined
    const described = place.current?.firstElementChild
    described?.setAttribute('aria-describedby', id)
    return () => described?.removeAttribute('aria-describedby')
  }, [isOpen, id])
  return (
    <span
      ref={place}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && (void load(), set(true, POINTED_MS))}
      onPointerLeave={() => set(false, LEFT_MS)}
      onPointerDownCapture={() => set(false, 0)}
      onFocus={(event) => event.target.matches(':focus-visible') && set(true, 0)}
      onBlur={() => set(false, 0)}
      onKeyDownCapture={(event) => event.key === 'Escape' && set(false, 0)}
    >
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <TooltipWindow id={id} text={text} placement={placement} place={place} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  )
}
