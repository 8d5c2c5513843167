/** What the page begins with, as it was last time: a tablet that restarts without a connection shows whose it is. */
import type { Kiosk } from './types'

const PLACE = 'outfitter:kiosk-page'

/** Keeps it for the next start; nothing of any guest is in it. */
export function keepKiosk(kiosk: Kiosk): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(kiosk))
  } catch {
    // A browser that keeps nothing starts plain.
  }
}

/** What was kept; null on a tablet's first start. */
export function keptKiosk(): Kiosk | null {
  try {
    const text = localStorage.getItem(PLACE)
    return text ? (JSON.parse(text) as Kiosk) : null
  } catch {
    return null
  }
}
