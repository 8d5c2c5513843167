import { expect, it } from 'vitest'
import { ApiError, NetworkError } from '../api'
import { linkWith } from './testing'
import { giftCardProblem, refusal } from './paying'
import type { Outcome } from './types'

it.each([
  ['underpaid', 'paidTooLittle'],
  ['cart_changed', 'cartChanged'],
  ['refunded', 'paymentRefunded'],
  ['canceled', 'paymentCanceled'],
] as const)('never calls a card declined that paid: %s', (status, key) => {
  const outcome = { status, message: 'Words of the server', next_action: null, link: linkWith() } as Outcome
  expect(refusal(outcome, undefined)).toEqual({ tone: 'warn', key })
})

const cardRefused = (reason: string): ApiError => new ApiError(422, { code: 'gift_card_invalid', detail: { reason } })

it.each([
  ['unknown', 'giftCardUnknown'],
  ['pending', 'giftCardPending'],
  ['expired', 'giftCardExpired'],
  ['void', 'giftCardVoid'],
  ['empty', 'giftCardEmpty'],
  ['suspended', 'giftCardSuspended'],
  ['currency', 'giftCardCurrency'],
  ['already_applied', 'giftCardTwice'],
  ['nothing_to_pay', 'giftCardNothing'],
  ['buys_a_card', 'giftCardForCard'],
] as const)('says why a gift card is refused: %s', (reason, key) => expect(giftCardProblem(cardRefused(reason))).toBe(key))

it('does not blame a gift card for what is not its fault', () => {
  expect(giftCardProblem(new ApiError(409, { code: 'payment_in_progress' }))).toBeNull()
  expect(giftCardProblem(new ApiError(500, { code: 'internal_error' }))).toBeNull()
  expect(giftCardProblem(new ApiError(422, { code: 'validation_failed' }))).toBe('giftCardUnknown')
  expect(giftCardProblem(new NetworkError('x'))).toBe('networkLost')
})
