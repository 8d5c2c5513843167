'use client'
import { lazy, Suspense } from 'react'
import type { DialogProps } from './dialog-types'

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
