/** From what went wrong to what the visitor is told. One place, so that every failure has words of its own. */
import { ApiError, NetworkError } from '../../api'
import { addonErrors } from '../addons'
import { serverErrors } from '../contact'
import { serverAnswerErrors } from '../questions'
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
      return priceChanged(error)
    case 'amount_changed':
    case 'payment_required':
    case 'offer_invalid':
      return { tone: 'warn', key: 'priceChangedAgain' }
    case 'out_of_stock':
      return { tone: 'warn', key: 'addonSoldOut', text: error.message }
    case 'card_declined':
      return { tone: 'danger', key: 'cardDeclined', text: error.message }
    case 'payment_in_progress':
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

/** Both totals, so that nobody has to remember the old one. */
function priceChanged({ detail }: ApiError): Notice {
  const [from, to] = [Number(detail.expected_total), Number(detail.total)]
  const isTold = Number.isFinite(from) && Number.isFinite(to)
  return isTold ? { tone: 'warn', key: 'priceChanged', values: { from, to } } : { tone: 'warn', key: 'priceChangedAgain' }
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
    if (error.code === 'validation_failed') {
      const refused = refusedFields(error)
      if (refused) return refused
    }
  }
  return { type: 'noticed', notice: noticeOf(error, remedy) }
}

/** Objections that have a field of ours. */
function refusedFields({ detail }: ApiError): CheckoutEvent | null {
  const picks = addonErrors(detail)
  if (Object.keys(picks).length > 0) return { type: 'picksRefused', errors: picks }
  const [errors, answers] = [serverErrors(detail), serverAnswerErrors(detail)]
  return Object.keys({ ...errors, ...answers }).length > 0 ? { type: 'contactRefused', errors, answers } : null
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
