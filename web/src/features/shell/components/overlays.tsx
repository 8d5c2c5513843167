'use client'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { afterRest } from '@/lib/after-rest'
import { loadPalette } from '../load-palette'
import type { Overlay } from '../overlays'

// Out of the first load: each comes when it is opened for the first time.
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }))
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog')).KeysDialog }))
const LanguageDialog = lazy(async () => ({ default: (await import('@/components/language-dialog')).LanguageDialog }))
const HelpBeside = lazy(async () => ({ default: (await import('./help-beside')).HelpBeside }))
const MoreSheet = lazy(async () => ({ default: (await import('./more-sheet')).MoreSheet }))

const settled = 6000

/** The windows of the shell, of which one at most is open. */
export function Overlays({ overlay, onClose }: { overlay: Overlay | null; onClose: () => void }) {
  const [early, setEarly] = useState('')
  useEffect(() => {
    // Whoever presses "/" types on at once: it should be here by then, after everything else.
    return afterRest(settled, loadPalette)
  }, [])
  const closePalette = () => {
    setEarly('')
    onClose()
  }
  return (
    <Suspense fallback={<EarlyKeys onKey={(key) => setEarly((before) => before + key)} />}>
      {(overlay === 'search' || overlay === 'create') && (
        <Palette scope={overlay} typed={early} onClose={closePalette} />
      )}
      {overlay === 'keys' && <KeysDialog isOpen onClose={onClose} />}
      {overlay === 'more' && <MoreSheet isOpen onClose={onClose} />}
      {overlay === 'help' && <HelpBeside onClose={onClose} />}
      {overlay === 'language' && <LanguageDialog isOpen onClose={onClose} />}
    </Suspense>
  )
}

/** Keeps what is typed while the palette is still on its way, so that no letter is lost or taken for a command. */
function EarlyKeys({ onKey }: { onKey: (key: string) => void }) {
  const tell = useRef(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      event.stopImmediatePropagation()
      tell.current(event.key)
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
  return null
}
