'use client'
import { lazy, Suspense } from 'react'
import { loadPalette } from '../load-palette'
import type { Overlay } from '../overlays'

// Out of the first load: each comes when it is opened for the first time.
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog')).KeysDialog }))
const LanguageDialog = lazy(async () => ({ default: (await import('@/components/language-dialog')).LanguageDialog }))
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet')).MoreSheet }))

/** The windows of the shell, of which one at most is open. */
export function Overlays({ overlay, onClose }: { overlay: Overlay | null; onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      {(overlay === 'search' || overlay === 'create') && <Palette scope={overlay} onClose={onClose} />}
      {overlay === 'keys' && <KeysDialog isOpen onClose={onClose} />}
      {overlay === 'more' && <MoreSheet isOpen onClose={onClose} />}
      {overlay === 'language' && <LanguageDialog isOpen onClose={onClose} />}
    </Suspense>
  )
}
