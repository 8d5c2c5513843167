import { expect, it } from 'vitest'
import { linkWith } from './testing'
import { refusal } from './paying'
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
