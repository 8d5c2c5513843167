'use client'
import { useEffect } from 'react'
import { useSteady } from '@/lib/use-steady'

// A scanner that is plugged in as a keyboard types without a pause.
const PAUSE_MS = 500
const SHORTEST = 6

/** Codes from a scanner that types them and presses Enter, wherever the focus is but in a field. */
export function useKeyedCodes(onText: (text: string) => void) {
  const tell = useSteady(onText)
  useEffect(() => {
    let typed = ''
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      const isInField = event.target instanceof HTMLElement && event.target.closest('input, textarea, select')
      if (isInField || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - last > PAUSE_MS) typed = ''
      last = event.timeStamp
      if (event.key.length === 1) {
        typed += event.key
        // Letters are shortcuts elsewhere: half a code must not lead to another page.
        event.stopPropagation()
      }
      if (event.key !== 'Enter' || typed.length < SHORTEST) return
      event.preventDefault()
      event.stopPropagation()
      tell(typed)
      typed = ''
    }
    // Before buttons that have the focus take the Enter for a press.
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [tell])
}
