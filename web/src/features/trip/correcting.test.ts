import { describe, expect, it, test } from 'vitest'
import { correctionOf, draftOf } from './corrections'
import { modeOf, standing, stateOfLink, worthOf, type PayLink } from './links'
import { hasFee, missingOf } from './noshow'
import { tipLeft } from './payments'
import { asPlanned, editedPlan, sumOf, tipBounds, type PlanRow } from './refund'
import type { Order, Payment } from './types'

const row = (payment_id: number, amount: number, tip_amount = 0): PlanRow => ({
  payment_id,
  amount,
  tip_amount,
  method: 'card',
  route: 'gateway',
})

describe('a plan that is changed by hand', () => {
  const left = new Map([
    [1, { amount: 5_000, tip: 1_000 }],
    [2, { amount: 2_000, tip: 0 }],
  ])

  it('keeps between nothing and what a payment has left', () => {
    const edited = new Map([
      [1, 9_999],
      [2, -5],
    ])
    const plan = editedPlan([row(1, 3_000), row(2, 1_000), row(3, 700)], { ...asPlanned(), edited }, left)
    expect(plan.map(({ amount }) => amount)).toEqual([5_000, 0, 700])
    expect(sumOf(plan)).toBe(5_700)
  })

  it('gives tips back last, unless that is said otherwise', () => {
    const of = (amount: number, tip?: number) => {
      const tips = new Map(tip === undefined ? [] : [[1, tip] as const])
      return editedPlan([row(1, 100)], { edited: new Map([[1, amount]]), tips }, left)[0]?.tip_amount
    }
    expect([of(4_000), of(4_300), of(5_000)]).toEqual([0, 300, 1_000])
    expect([of(1_000, 1_000), of(500, 900), of(4_500, 0)]).toEqual([1_000, 500, 500])
  })

  it('knows how much of an amount may be tip', () => {
    expect(tipBounds(4_500, { amount: 5_000, tip: 1_000 })).toEqual([500, 1_000])
    expect(tipBounds(0, { amount: 5_000, tip: 1_000 })).toEqual([0, 0])
  })
})

test('a tip that went back, or is on its way, cannot go back again', () => {
  const paid = { id: 1, kind: 'payment', tip_amount: 1_200, refundable_amount: 9_000 } as Payment
  const refund = (status: string) =>
    ({ id: 2, kind: 'refund', parent_payment_id: 1, tip_amount: 500, status }) as Payment
  expect(tipLeft(paid, [paid])).toBe(1_200)
  expect(tipLeft(paid, [paid, refund('pending')])).toBe(700)
  expect(tipLeft(paid, [paid, refund('failed')])).toBe(1_200)
})

describe('a correction', () => {
  const payment = { method: 'check', reference: '1189', note: '', received_at: '2026-11-21T15:30:00Z' } as Payment
  const zone = 'America/New_York'

  it('begins with how it was noted, by the operator’s clock, and says only what differs', () => {
    const draft = draftOf(payment, zone)
    expect(draft).toMatchObject({ method: 'check', day: '2026-11-21', time: '10:30' })
    expect(correctionOf(draft, payment, zone)).toBeNull()
    expect(correctionOf({ ...draft, method: 'cash', note: ' late ' }, payment, zone)).toEqual({
      method: 'cash',
      note: 'late',
    })
  })

  it('moves the instant with the day or the time, and waits for a date that is whole', () => {
    const draft = draftOf(payment, zone)
    expect(correctionOf({ ...draft, time: '09:00' }, payment, zone)).toEqual({
      received_at: '2026-11-21T14:00:00.000Z',
    })
    expect(correctionOf({ ...draft, day: null }, payment, zone)).toBeNull()
  })
})

describe('payment links', () => {
  const link = (id: number, state: string, change: Partial<PayLink> = {}) =>
    ({ id, state, amount: 500, sent_amount: 900, amount_mode: 'balance', ...change }) as PayLink

  it('stand or are over; what nobody knows is over', () => {
    const { open, over } = standing([link(3, 'open'), link(2, 'paid'), link(1, 'frozen')])
    expect([open.map(({ id }) => id), over.map(({ id }) => id)]).toEqual([[3], [2, 1]])
    expect(stateOfLink(link(1, 'frozen'))).toBe('void')
  })

  it('say what is asked for now while they stand, else what was', () => {
    expect([worthOf(link(1, 'open')), worthOf(link(1, 'paid'))]).toEqual([500, 900])
    expect([modeOf(link(1, 'open', { amount_mode: 'due' })), modeOf(link(1, 'open'))]).toEqual(['deposit', 'balance'])
  })
})

test('whoever is not here is missing, and a fee is asked where there is one', () => {
  const guest = (id: number, checked_in_at: string | null, slug: string) => ({
    id,
    checked_in_at,
    bookingStatus: { slug },
  })
  const bookings = [guest(1, 'now', 'checked_in'), guest(2, null, 'not_checked_in'), guest(3, null, 'no_show')]
  expect(missingOf({ bookings } as unknown as Order)).toEqual([2, 3])
  expect(hasFee({ noshow_fee_amount: 0, noshow_fee_ppm: 0 })).toBe(false)
  expect(hasFee({ noshow_fee_amount: 0, noshow_fee_ppm: 1 })).toBe(true)
  expect(hasFee(undefined)).toBe(false)
})
