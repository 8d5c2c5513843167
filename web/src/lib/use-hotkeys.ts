'use client'
import { useEffect, useRef } from 'react'

const typing = 'input, textarea, select, [contenteditable], [role="spinbutton"], [role="dialog"], [role="menu"]'

/** Call back for single keys ("?") and for "g" followed by a letter ("g m"), never while typing. */
export function useHotkeys(keys: Record<string, () => void>) {
  const bound = useRef(keys)
  useEffect(() => {
    bound.current = keys
  })
  useEffect(() => {
    let lastG = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest(typing)) return
      const combined = Date.now() - lastG < 1200 ? `g ${event.key}` : event.key
      lastG = event.key === 'g' ? Date.now() : 0
      const action = bound.current[combined]
      if (!action) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
