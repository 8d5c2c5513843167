import { describe, expect, it } from 'vitest'
import type { Payout } from './api'
import { gapOf, kindOf, partsOf, statusOf, sumsOf } from './model'

const payout = (changes: Partial<Payout> = {}) =>
  ({
    amount: 11_480,
    is_read: true,
    payment_amount: 15_000,
    refund_amount: -3000,
    dispute_amount: 0,
    fee_amount: 520,
    other_amount: 0,
    ...changes,
  }) as Payout

describe('a payout', () => {
  it('is what was paid, less what went back and what it cost', () => {
    expect(partsOf(payout())).toEqual([
      { part: 'payments', amount: 15_000 },
      { part: 'refunds', amount: -3000 },
      { part: 'fees', amount: -520 },
    ])
    expect(gapOf(payout())).toBe(0)
  })

  it('tells what its lines do not explain', () => {
    expect(gapOf(payout({ amount: 11_500 }))).toBe(20)
    expect(gapOf(payout({ amount: 11_500, is_read: false }))).toBe(0)
  })
})

it('shows the operator’s own currency first, and nothing as nothing', () => {
  expect(sumsOf({}, 'amount', 'EUR')).toEqual([{ currency: 'EUR', amount: 0 }])
  const totals = { CHF: { amount: 5 }, EUR: { amount: 7 } }
  expect(sumsOf(totals, 'amount', 'EUR').map((one) => one.currency)).toEqual(['EUR', 'CHF'])
})

it('knows words for what it does not know', () => {
  expect([statusOf('paid'), statusOf('new'), kindOf('refund'), kindOf('stranger')]).toEqual([
    'paid',
    'pending',
    'refund',
    'other',
  ])
})
