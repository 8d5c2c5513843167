import { csrfToken } from '@/api/client'
import type { AppInit } from '@/api/models'

const place = 'outfitter:session'

// The token changes with every sign-in, so what one person left in a tab is never shown to the next.
const seal = () => csrfToken()

/** Keep who is signed in until the tab closes, so that the next page shows its shell at once. */
export function keepSession(session: AppInit) {
  try {
    sessionStorage.setItem(place, JSON.stringify({ seal: seal(), session }))
  } catch {
    return // a full or forbidden storage costs a moment of skeleton, nothing else
  }
}

/** Who was signed in a moment ago in this tab; null when nobody, or somebody else. */
export function keptSession(): AppInit | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? 'null') as { seal?: string; session: AppInit } | null
    return kept?.seal && kept.seal === seal() ? kept.session : null
  } catch {
    return null
  }
}

export function forgetSession() {
  try {
    sessionStorage.removeItem(place)
  } catch {
    return
  }
}
