import { ApiError } from '@/api/client'

/** What can be done about a payment that did not go through. */
export type Remedy = 'link' | 'reader' | 'retry' | 'other' | 'anyway' | null

/** Our own words for what can go wrong with money, by code; everything else is the server's sentence. */
const known = [
  'card_declined',
  'authentication_required',
  'reader_offline',
  'reader_busy',
  'reader_timeout',
  'reader_canceled',
  'gateway_error',
  'gift_card_invalid',
  'overpayment',
  'paid_at_partner',
  'payment_in_progress',
  'price_changed',
  'no_payment_provider',
] as const
export type Failure = (typeof known)[number]

const declines = [
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'lost_card',
  'stolen_card',
  'processing_error',
] as const
export type Decline = (typeof declines)[number]

/** Why a gift card cannot be used; what is not among them is told as one that is not known. */
const unusable = [
  'pending',
  'unsold',
  'unpaid',
  'suspended',
  'expired',
  'void',
  'empty',
  'currency',
  'nothing_to_pay',
  'buys_a_card',
  'already_applied',
] as const
export type Unusable = (typeof unusable)[number]

export type Explained = {
  failure: Failure | null
  decline: Decline | null
  gift: Unusable | null
  remedy: Remedy
}

const remedies: Partial<Record<Failure, Remedy>> = {
  card_declined: 'other',
  authentication_required: 'link',
  reader_offline: 'reader',
  reader_busy: 'reader',
  reader_timeout: 'retry',
  gateway_error: 'retry',
  paid_at_partner: 'anyway',
}

/** What a refused payment was refused for. */
export function explain(error: unknown): Explained {
  if (!(error instanceof ApiError)) return { failure: null, decline: null, gift: null, remedy: null }
  const failure = known.find((one) => one === error.code) ?? null
  const why = String(error.detail.decline_code ?? error.detail.reason ?? '')
  const decline = failure === 'card_declined' ? (declines.find((one) => one === why) ?? null) : null
  const gift = failure === 'gift_card_invalid' ? (unusable.find((one) => one === why) ?? null) : null
  return { failure, decline, gift, remedy: failure ? (remedies[failure] ?? null) : null }
}
