'use client'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { keepKeys } from './keep-keys'
import { foundBy, makeTyped, stepOf } from './menu-keys'
import type { MenuEntry, OpenMenu } from './menu-types'

type Options = Pick<OpenMenu, 'opened'> & { entries: readonly MenuEntry[]; onPress: (entry: MenuEntry) => void }

const partsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/**
 * The manners of a menu (as WAI-ARIA has them): arrows, Home, End and letters move the focus, Enter and Space press,
 * and a mouse takes the focus along. Esc and Tab are its window's.
 *
 * The focus itself says which entry is meant, so that nothing is drawn when it moves.
 */
export function useMenu({ opened, entries, onPress }: Options) {
  const menu = useRef<HTMLDivElement>(null)
  const [typed] = useState(makeTyped)
  useEffect(() => {
    const list = menu.current
    if (!list) return undefined
    const parts = partsOf(list)
    const first = { pointer: list, first: parts[0], last: parts.at(-1) }[opened]
    first?.focus({ preventScroll: true })
    return keepKeys(list)
    // Only as it opens: from then on the focus is where somebody takes it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, timeStamp: now } = event
    if (['Escape', 'Tab', 'Shift'].includes(key) || event.ctrlKey || event.metaKey || event.altKey) return
    // What the menu belongs to has keys of its own.
    event.stopPropagation()
    event.preventDefault()
    const parts = partsOf(event.currentTarget)
    const at = parts.findIndex((part) => part === document.activeElement)
    const isWord = key.length === 1 && (key !== ' ' || typed.isGoingOn(now))
    const labels = entries.map((entry) => entry.label)
    const to = isWord ? foundBy(typed.add(key, now), labels, at) : stepOf(key, at, parts.length)
    if (to !== undefined) parts[to]?.focus()
    const entry = entries[at]
    // The key that opened the menu may still be down.
    if (entry && !isWord && (key === 'Enter' || key === ' ') && !event.repeat) onPress(entry)
  }
  const onPointerMove = ({ target, pointerType }: PointerEvent) => {
    const part = target instanceof Element ? target.closest<HTMLElement>('[role=menuitem]') : null
    if (pointerType === 'mouse' && part && part !== document.activeElement) part.focus({ preventScroll: true })
  }
  return { ref: menu, onKeyDown, onPointerMove }
}
