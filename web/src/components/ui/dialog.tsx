'use client'
import { lazy, Suspense, type ReactNode } from 'react'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Stays in view under a long content; buttons from the right edge: the main one last. */
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False while something runs that must not be left: no Esc, no click beside it. */
  isDismissable?: boolean
  children: ReactNode
}

const DialogWindow = lazy(() => import('./dialog-window'))

/** A window over the page: Esc and a click beside it close it, and focus goes back where it was. */
export function Dialog(props: DialogProps) {
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <DialogWindow {...props} />
    </Suspense>
  )
}
