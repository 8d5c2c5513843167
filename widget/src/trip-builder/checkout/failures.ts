/** From what went wrong to what the visitor is told. One place, so that every failure has words of its own. */
import { ApiError, NetworkError } from '../../api'
import { serverErrors } from '../contact'
import type { CheckoutEvent, Notice, Remedy } from './flow'

const HOLD_LOST = new Set(['sold_out', 'resource_unavailable'])

function noticeOf(error: unknown, remedy: Remedy): Notice {
  if (error instanceof NetworkError) return { tone: 'danger', key: 'networkLost', remedy }
  if (!(error instanceof ApiError)) return { tone: 'danger', key: 'serverFailed', remedy }
  switch (error.code) {
    case 'rate_limited':
      return { tone: 'warn', key: 'tooManyTries', remedy }
    case 'price_changed':
      return { tone: 'warn', key: 'priceChangedAgain', remedy: 'enterPayment' }
    case 'card_declined':
      return { tone: 'danger', key: 'cardDeclined', text: error.message }
    case 'trip_locked':
      return { tone: 'warn', key: 'tripLocked', remedy }
    case 'gateway_error':
      return { tone: 'danger', key: 'gatewayFailed', remedy }
    case 'validation_failed':
      return { tone: 'danger', key: 'refusedInput', text: firstMessage(error) }
    default:
      return { tone: 'danger', key: 'serverFailed', remedy }
  }
}

function firstMessage({ detail, message }: ApiError): string {
  const [first] = Object.values((detail.fields ?? {}) as Record<string, string[] | string>)
  return (Array.isArray(first) ? first[0] : first) ?? message
}

/** The event that follows a failed call. `remedy` is what "Try again" shall do. */
export function failureEvent(error: unknown, remedy: Remedy): CheckoutEvent {
  if (error instanceof ApiError) {
    if (HOLD_LOST.has(error.code)) return soldOut(error)
    if (error.code === 'hold_expired') return { type: 'problemMet', problem: { kind: 'expired' } }
    if (error.code === 'not_bookable') return notBookable(error)
    const errors = error.code === 'validation_failed' ? serverErrors(error.detail) : {}
    if (Object.keys(errors).length > 0) return { type: 'contactRefused', errors }
  }
  return { type: 'noticed', notice: noticeOf(error, remedy) }
}

function soldOut({ detail }: ApiError): CheckoutEvent {
  const remaining = typeof detail.remaining === 'number' ? detail.remaining : null
  return { type: 'problemMet', problem: { kind: 'soldOut', remaining, alternatives: null } }
}

const PARTY_REASONS = { min_party: 'partyTooSmall', max_party: 'partyTooLarge', composition: 'partyMix' } as const

function notBookable(error: ApiError): CheckoutEvent {
  const reason = String(error.detail.reason)
  const key = PARTY_REASONS[reason as keyof typeof PARTY_REASONS]
  return key ? { type: 'noticed', notice: { tone: 'warn', key } } : soldOut(error)
}
