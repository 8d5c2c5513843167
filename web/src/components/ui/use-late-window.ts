'use client'
import { useId, useRef, useState, type KeyboardEvent } from 'react'

type PressEvent = { pointerType: string }

/**
 * The part of a menu or popover that has to be there before anybody opens it: its button's properties.
 *
 * Menus and popovers stand on every row, and a screen is there for seconds before the first one opens;
 * what draws them (`load`) is fetched when somebody points at the button or comes to it with the keyboard.
 */
export function useLateWindow(kind: 'menu' | 'dialog', load: () => Promise<unknown>) {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'pointer' | 'first' | 'last' | null>(null)
  const warm = () => void load()
  const button = {
    ref,
    'aria-haspopup': kind,
    'aria-expanded': opened !== null,
    'aria-controls': opened ? id : undefined,
    onHoverStart: warm,
    onFocus: warm,
    onPressStart: warm,
    onPress: ({ pointerType }: PressEvent) =>
      setOpened((now) => (now ? null : pointerType === 'keyboard' || pointerType === 'virtual' ? 'first' : 'pointer')),
    onKeyDown: (event: KeyboardEvent & { continuePropagation?: () => void }) => {
      if (kind === 'menu' && event.key === 'ArrowDown') setOpened('first')
      else if (kind === 'menu' && event.key === 'ArrowUp') setOpened('last')
      else event.continuePropagation?.()
    },
  }
  return { id, ref, button, opened, close: () => setOpened(null) }
}
