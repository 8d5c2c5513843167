/** From what went wrong to what the visitor is told. One place, so that every failure has words of its own. */
import { ApiError, NetworkError } from '../../api'
import { serverErrors } from '../contact'
import type { CheckoutEvent, Notice, Remedy } from './flow'

const HOLD_LOST = new Set(['sold_out', 'resource_unavailable'])
const HOLD_OVER = new Set(['hold_expired', 'empty_trip'])

function noticeOf(error: unknown, remedy: Remedy): Notice {
  if (error instanceof NetworkError) return { tone: 'danger', key: 'networkLost', remedy }
  if (!(error instanceof ApiError)) return { tone: 'danger', key: 'serverFailed', remedy }
  switch (error.code) {
    case 'rate_limited':
      return tooMany(error, remedy)
    case 'price_changed':
    case 'payment_required':
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

function tooMany({ detail }: ApiError, remedy: Remedy): Notice {
  const seconds = Number(detail.retry_after)
  const notice = { tone: 'warn', remedy } as const
  return seconds > 0 ? { ...notice, key: 'tooManyTriesIn', values: { n: Math.ceil(seconds) } } : { ...notice, key: 'tooManyTries' }
}

function firstMessage({ detail, message }: ApiError): string {
  const [first] = Object.values((detail.fields ?? {}) as Record<string, string[] | string>)
  return (Array.isArray(first) ? first[0] : first) ?? message
}

/** The event that follows a failed call. `remedy` is what "Try again" shall do. */
export function failureEvent(error: unknown, remedy: Remedy): CheckoutEvent {
  if (error instanceof ApiError) {
    if (HOLD_LOST.has(error.code)) return soldOut(error)
    if (HOLD_OVER.has(error.code)) return { type: 'problemMet', problem: { kind: 'expired' } }
    if (error.code === 'no_payment_provider') return { type: 'problemMet', problem: { kind: 'paymentOff' } }
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

const PARTY_REASONS = { min_party: 'partyTooSmall', max_party: 'partyTooLarge', composition: 'partyMix', customer_type_unavailable: 'partyType' } as const

function notBookable(error: ApiError): CheckoutEvent {
  const reason = String(error.detail.reason)
  const key = PARTY_REASONS[reason as keyof typeof PARTY_REASONS]
  if (key) return { type: 'noticed', notice: { tone: 'warn', key } }
  return HOLD_LOST.has(reason) ? soldOut(error) : { type: 'problemMet', problem: { kind: 'gone', alternatives: null } }
}
