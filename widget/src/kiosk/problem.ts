import { ApiError, NetworkError } from '../api'
import type { KioskKey } from '../messages/kiosk'

/** What a refusal is to a guest, in the words of the kiosk. */
export function problemOf(error: unknown): KioskKey {
  if (error instanceof NetworkError) return 'offline'
  if (!(error instanceof ApiError)) return 'failed'
  const known: Record<string, KioskKey> = {
    ticket_not_found: 'unknown',
    rate_limited: 'tooMany',
    kiosk_key_expired: 'expired',
    balance_due: 'payFirst',
    waiver_required: 'signFirst',
    kiosk_closed: 'over',
  }
  return known[error.code] ?? 'failed'
}
