'use client'
import { cloneElement, lazy, Suspense, type ReactElement, type ReactNode } from 'react'
import { useLateWindow } from './use-late-window'

type Props = {
  label: string
  /** Fetches what `children` draws, when it is lazy itself. */
  onWarm?: () => Promise<unknown>
  /** A Button or IconButton. */
  button: ReactElement
  children: (close: () => void) => ReactNode
}

const loadWindow = () => import('./popover-window')
const PopoverWindow = lazy(loadWindow)

/** A button that opens a small window beside it, with anything in it. */
export function PopoverButton({ label, onWarm, button, children }: Props) {
  const late = useLateWindow('dialog', () => Promise.all([loadWindow(), onWarm?.()]))
  return (
    <>
      {cloneElement(button as ReactElement<object>, late.button)}
      {late.opened && (
        <Suspense fallback={null}>
          <PopoverWindow id={late.id} label={label} button={late.ref} onClose={late.close}>
            {children(late.close)}
          </PopoverWindow>
        </Suspense>
      )}
    </>
  )
}
