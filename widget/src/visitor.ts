/** A random name for this browser: the server limits how many seats one visitor may hold at a time. */
import { randomKey } from './random'

const VISITOR = 'outfitter.visitor'

let unsaved: string | null = null

/** The same on every visit; where storage is denied, the same until the page is left. */
export function visitorId(): string {
  try {
    const known = localStorage.getItem(VISITOR)
    if (known) return known
    const made = unsaved ?? randomKey()
    localStorage.setItem(VISITOR, made)
    return made
  } catch {
    return (unsaved ??= randomKey())
  }
}
