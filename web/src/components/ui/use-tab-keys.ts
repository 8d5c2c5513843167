'use client'
import type { KeyboardEvent } from 'react'

/** The keys of a list of tabs: the arrows open the neighbour, Home and End the first and the last. */
export function useTabKeys(ids: string[], value: string, onChange: (id: string) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const list = event.currentTarget
    const isRightToLeft = getComputedStyle(list).direction === 'rtl'
    const at = ids.indexOf(value)
    const steps: Record<string, number> = {
      ArrowRight: at + (isRightToLeft ? -1 : 1),
      ArrowLeft: at + (isRightToLeft ? 1 : -1),
      Home: 0,
      End: ids.length - 1,
    }
    const to = steps[event.key]
    if (to === undefined) return
    event.preventDefault()
    const index = (to + ids.length) % ids.length
    onChange(ids[index] ?? value)
    list.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
}
