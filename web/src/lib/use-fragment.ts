'use client'
import { use, useEffect, useState } from 'react'
import { browser } from 'react-dom'

/**
 * One value behind the # of the address. Servers and logs never see it, which is why secrets of
 * mailed links stand there; it is taken out of the address bar at once.
 */
export function useFragment(name: string): string | null {
  use(browser('the address bar decides'))
  const [value] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get(name))
  useEffect(() => {
    if (value) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }, [value])
  return value
}
