'use client'
import { startTransition, useId, useRef, useState, type KeyboardEvent } from 'react'

/**
 * The part of a menu or popover that has to be there before anybody opens it: its button's properties.
 *
 * Menus and popovers stand on every row, and a screen is there for seconds before the first one opens;
 * what draws them (`load`) is fetched when somebody points at the button or comes to it with the keyboard.
 */
export function useLateWindow(kind: 'menu' | 'listbox' | 'dialog', load: () => Promise<unknown>) {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'pointer' | 'first' | 'last' | null>(null)
  const warm = () => void load()
  // A window takes longer to draw than a button to look pressed.
  const open = (how: 'pointer' | 'first' | 'last') => startTransition(() => setOpened(how))
  const button = {
    ref,
    'aria-haspopup': kind,
    'aria-expanded': opened !== null,
    'aria-controls': opened ? id : undefined,
    onHoverStart: warm,
    onFocus: warm,
    onPressStart: warm,
    onPress: ({ isByKey }: { isByKey: boolean }) => (opened ? setOpened(null) : open(isByKey ? 'first' : 'pointer')),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        // Pressed before the window has the focus, and hears it itself.
        if (opened) event.stopPropagation()
        setOpened(null)
        return
      }
      if (kind === 'dialog' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      event.stopPropagation()
      open(event.key === 'ArrowDown' ? 'first' : 'last')
    },
  }
  return { id, ref, button, opened, close: () => setOpened(null) }
}
