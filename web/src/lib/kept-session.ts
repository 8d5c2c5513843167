import { csrfToken } from '@/api/client'
import type { AppInit } from '@/api/models'
import { emptyStore, keep, kept } from './offline/database'
import { rememberOperatorLocale } from './region'

const place = 'outfitter:session'
/** As long as a day's manifest may be used without a connection. */
const OFFLINE_MS = 48 * 3600_000

type Kept = { seal?: string; session: AppInit; at?: number }

// The token changes with every sign-in, so what one person left in a tab is never shown to the next.
const seal = () => csrfToken()

/** The session, with its operator's way to write days and times in force. */
function known(session: AppInit): AppInit {
  rememberOperatorLocale(session.account.locale)
  return session
}

/** Keep who is signed in until the tab closes, so that the next page shows its shell at once. */
export function keepSession(session: AppInit) {
  known(session)
  void keep('session', place, { seal: seal(), session, at: Date.now() } satisfies Kept)
  try {
    sessionStorage.setItem(place, JSON.stringify({ seal: seal(), session }))
  } catch {
    return // a full or forbidden storage costs a moment of skeleton, nothing else
  }
}

/** Who was signed in a moment ago in this tab; null when nobody, or somebody else. */
export function keptSession(): AppInit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as Kept | null
    return kept?.seal && kept.seal === seal() ? known(kept.session) : null
  } catch {
    return null
  }
}

/** Who was signed in on this machine in the last two days, for when nobody can be asked; null as above. */
export async function offlineSession(): Promise<AppInit | null> {
  const found = await kept<Kept>('session', place)
  const isFresh = Date.now() - (found?.at ?? 0) < OFFLINE_MS
  return found?.seal && found.seal === seal() && isFresh ? known(found.session) : null
}

export function forgetSession() {
  void emptyStore('session')
  try {
    sessionStorage.removeItem(place)
  } catch {
    return
  }
}
