'use client'
import { lazy, Suspense } from 'react'
import type { DrawerProps } from './drawer-types'

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
