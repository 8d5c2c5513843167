'use client'
import { useEffect, useEffectEvent } from 'react'

/** Between two characters of a scanner pass a few milliseconds; nobody types that fast. */
const pause = 45
const shortest = 4

/** Hear a barcode scanner, which is a keyboard that ends with Enter, wherever the focus is but in a field. */
export function useScanner(onCode: (code: string) => void) {
  const told = useEffectEvent(onCode)
  useEffect(() => {
    let heard = ''
    let last = 0
    const listen = (event: KeyboardEvent) => {
      const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (isField || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.timeStamp - last > pause) heard = ''
      last = event.timeStamp
      if (event.key.length === 1) heard += event.key
      // From the second quick character on it is no key of the screen.
      if (heard.length > 1) event.stopImmediatePropagation()
      if (event.key !== 'Enter' || heard.length < shortest) return
      event.preventDefault()
      event.stopImmediatePropagation()
      told(heard)
      heard = ''
    }
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
