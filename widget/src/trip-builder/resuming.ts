/**
 * How a checkout is found again where the frame can store nothing: by its trip in the frame's own
 * address, which survives a reload of the frame and which no other page can read, and by what the page
 * around us keeps for this tab and hands back as the frame's name (`embed.ts`), which survives a reload
 * of that page. That page is somebody else's: it is given a sealed word that finds a cart while its seats
 * are held, here alone, and no booking (ADR 70), and none at all where the frame remembers by itself.
 */
import { post } from '../api'
import { isFramed, tellHost } from '../host'
import type { IntentId } from './types'

/** What an address says of a purchase under way; the rest is what the builder was opened with. */
const OWN = ['trip', 'again', 'intent', 'resume', 'until', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']

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

/** What is kept now; whoever asked the server for an earlier one tells nobody. */
let latest: Kept | null = null

async function tellKept(kept: Kept | null, isStored: boolean): Promise<void> {
  latest = kept
  const query = queryOf(location.search)
  if (kept) query.set('until', String(kept.until))
  if (kept && !isStored) {
    const { token } = await post<{ token: string | null }>(`/api/trip/${kept.hash}/resumeToken`, {})
    if (token) query.set('resume', token)
    if (kept.intentId) query.set('intent', String(kept.intentId))
  }
  if (latest === kept) tellHost({ type: 'keepTrip', search: kept ? written(query) : '' })
}

/** Keeps what a reload needs, or nothing any more. `isStored`: the tab remembers it by itself. */
export function keepAddress(kept: Kept | null, isStored: boolean): void {
  const query = queryOf(location.search)
  if (kept) query.set('trip', kept.hash)
  if (kept?.intentId) query.set('intent', String(kept.intentId))
  // In an address bar it would be passed on with the address; there it stands only where nothing else helps.
  if (isFramed() || !isStored) history.replaceState(history.state, '', location.pathname + written(query))
  // Nor is what the page handed us taken up again after that.
  if (!kept) window.name = ''
  if (isFramed()) tellKept(kept, isStored).catch(() => undefined)
}

/** The address to go on from: what the page around us kept belongs here when the builder was opened alike. */
export const searchToResume = (search: string, kept: string): string =>
  kept.startsWith('?') && !new URLSearchParams(search).has('trip') && plainSearch(kept) === plainSearch(search) ? kept : search
