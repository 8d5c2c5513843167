/**
 * How a checkout is found again where the frame can store nothing: by its trip in the frame's own
 * address, which survives a reload of the frame, and by what the page around us keeps for this tab and
 * hands back as the frame's name (`embed.ts`), which survives a reload of that page.
 */
import { isFramed, tellHost } from '../host'
import type { IntentId } from './types'

/** What an address says of a purchase under way; the rest is what the builder was opened with. */
const OWN = ['trip', 'intent', 'until', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']

const queryOf = (search: string): URLSearchParams => {
  const query = new URLSearchParams(search)
  for (const name of OWN) query.delete(name)
  return query
}

const written = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '')

/** What the builder was opened with: the same before and after a reload. */
export const plainSearch = (search: string): string => written(queryOf(search))

type Kept = {
  hash: string
  intentId: IntentId | null
  /** Until when its seats are held, milliseconds since 1970. */
  until: number
}

/** Keeps what a reload needs, or nothing any more. `isStored`: the tab remembers it by itself. */
export function keepAddress(kept: Kept | null, isStored: boolean): void {
  const query = queryOf(location.search)
  if (kept) query.set('trip', kept.hash)
  if (kept?.intentId) query.set('intent', String(kept.intentId))
  // In an address bar it would be passed on with the address; there it stands only where nothing else helps.
  if (isFramed() || !isStored) history.replaceState(history.state, '', location.pathname + written(query))
  if (kept) query.set('until', String(kept.until))
  tellHost({ type: 'keepTrip', search: kept ? written(query) : '' })
}

/** The address to go on from: what the page around us kept belongs here when the builder was opened alike. */
export const searchToResume = (search: string, kept: string): string =>
  kept.startsWith('?') && !new URLSearchParams(search).has('trip') && plainSearch(kept) === plainSearch(search) ? kept : search
