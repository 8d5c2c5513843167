'use client'
import { lazy, Suspense, type ReactNode } from 'react'

export type DrawerProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}

const DrawerWindow = lazy(() => import('./drawer-window'))

/** A panel at the side of the desk, a sheet from below on the phone; closes like a dialog. */
export function Drawer(props: DrawerProps) {
  if (!props.isOpen) return null
  return (
    <Suspense fallback={null}>
      <DrawerWindow {...props} />
    </Suspense>
  )
}
