import { useState } from 'react'

const read = (key: string): string => {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** A text that is being written: it outlives the panel, a lost connection and a reload of the page. */
export function useDraft(name: string, hash: string): [string, (text: string) => void, () => void] {
  const key = `outfitter:${name}:${hash}`
  const [text, set] = useState(() => read(key))
  const keep = (typed: string): void => {
    set(typed)
    try {
      sessionStorage.setItem(key, typed)
    } catch {
      // Where nothing may be kept, it lives as long as the page.
    }
  }
  return [text, keep, () => keep('')]
}
