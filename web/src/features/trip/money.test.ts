import { expect, it, test } from 'vitest'
import { findDispute, isAnswerable, openDisputes } from './disputes'
import { holdsOf, isEndingSoon } from './holds'
import { counts, equalParts, grouped, stateOf, tipOwners, tooMuch } from './payments'
import {
  atReader,
  handedBack,
  mayBeCredit,
  newRefund,
  offeredRefund,
  roundingOf,
  scopeOf,
  wayOf,
  type PlanRow,
} from './refund'
import type { Dispute, Hold, Order, Payment, Trip } from './types'

const payment = (id: number, change: Partial<Payment> = {}) =>
  ({
    id,
    kind: 'payment',
    status: 'succeeded',
    parent_payment_id: null,
    received_at: `2026-11-2${id}T10:00:00Z`,
    tips: [],
    ...change,
  }) as unknown as Payment

const row = (payment_id: number, amount: number, route: PlanRow['route'] = 'gateway'): PlanRow => ({
  payment_id,
  amount,
  tip_amount: 0,
  method: 'card',
  route,
})

test('the newest payment stands first, each with what went back of it', () => {
  const back = payment(3, { kind: 'refund', parent_payment_id: 1 })
  const groups = grouped([payment(1), payment(2), back])
  expect(groups.map((one) => [one.payment.id, one.refunds.map(({ id }) => id)])).toEqual([
    [2, []],
    [1, [3]],
  ])
})

test.each([
  [{ balance: -500, partner_due: 0 }, 500],
  [{ balance: 0, partner_due: 8_000 }, 0],
  [{ balance: 0, partner_due: -4_000 }, 4_000],
])('of %o too much came in by %d', (totals, wanted) => {
  expect(tooMuch({ totals: totals as Trip['totals'] })).toBe(wanted)
})

test('a refund of nothing that is here stands by itself', () => {
  expect(grouped([payment(4, { kind: 'refund', parent_payment_id: 99 })])).toHaveLength(1)
})

it.each([
  ['succeeded', 'good', true],
  ['pending', 'pending', true],
  ['disputed', 'disputed', true],
  ['reversed', 'reversed', false],
  ['failed', 'failed', false],
])('%s is %s', (status, state, isCounted) => {
  expect([stateOf({ status }), counts({ status })]).toEqual([state, isCounted])
})

test('a tip is shared to the cent, the first ones get what is left over', () => {
  expect([...equalParts(1_000, [7, 8, 9]).values()]).toEqual([334, 333, 333])
  expect([...equalParts(1, [7, 8]).values()]).toEqual([1, 0])
  expect(equalParts(500, []).size).toBe(0)
})

test('the pool is named after those who have something', () => {
  const tips = [
    { user_avatar_id: null, name: null, amount: 5 },
    { user_avatar_id: 3, name: 'Ana', amount: 5 },
  ]
  expect(tipOwners(payment(1, { tips })).map(({ name }) => name)).toEqual(['Ana', null])
})

test('what is asked for follows the choice, and nothing is asked before there is one', () => {
  const draft = newRefund(0)
  expect(scopeOf(draft)).toBeNull()
  expect(scopeOf({ ...draft, amount: 500 })).toEqual({ amount: 500 })
  expect(scopeOf({ ...draft, scope: 'orders' })).toBeNull()
  expect(scopeOf({ ...draft, scope: 'orders', orders: [4] })).toEqual({ order_ids: [4] })
  expect(scopeOf({ ...draft, scope: 'guests', bookings: [9] })).toEqual({ booking_ids: [9] })
  expect(scopeOf(newRefund(100))).toEqual({ is_overpaid: true })
})

test('store credit for the weather is offered where the policies of what it is about allow it', () => {
  const order = (id: number, allowed: boolean | null, cancel_reason: string | null = null) => ({
    id,
    cancel_reason,
    cancellation: allowed === null ? null : ({ is_weather_credit_allowed: allowed } as Order['cancellation']),
    bookings: [{ id: id * 10 }] as Order['bookings'],
  })
  const orders = [order(1, true), order(2, false), order(3, null)]
  const of = (change: object, all = orders) => mayBeCredit({ ...newRefund(0), reason: 'weather', ...change }, all)
  expect(of({ reason: 'customer' })).toBe(true)
  expect(of({})).toBe(false)
  expect([of({ scope: 'orders', orders: [1, 3] }), of({ scope: 'orders', orders: [1, 2] })]).toEqual([true, false])
  expect([of({ scope: 'guests', bookings: [10] }), of({ scope: 'guests', bookings: [20] })]).toEqual([true, false])
  expect(of({}, [order(1, true, 'weather'), order(2, false)])).toBe(true)
  const chosen = { ...newRefund(0), target: 'gift_card' as const }
  expect(offeredRefund({ ...chosen, reason: 'weather' }, orders).target).toBe('source')
  expect(offeredRefund(chosen, orders).target).toBe('gift_card')
})

test('cards that have to be there go to a reader, unless the money goes another way', () => {
  const plan = [row(1, 500, 'terminal'), row(2, 0, 'terminal'), row(3, 500)]
  expect(atReader(plan, { target: 'source' })).toEqual([plan[0]])
  expect(atReader(plan, { target: 'gift_card' })).toEqual([])
  expect([wayOf({ target: 'hand', hand: 'cash' }), wayOf({ target: 'source', hand: 'cash' })]).toEqual([
    'cash',
    'source',
  ])
})

test('cash goes back as coins are, whichever way it came', () => {
  const cash = { ...row(1, 1_237, 'manual'), method: 'cash' }
  const check = { ...row(2, 1_237, 'manual'), method: 'check' }
  const by = (target: 'source' | 'gift_card' | 'hand', hand: 'cash' | 'wire' = 'cash') =>
    [cash, check].map((one) => roundingOf(one, { target, hand }, 5))
  expect(by('source')).toEqual([-2, 0])
  expect(by('hand')).toEqual([-2, -2])
  expect(by('hand', 'wire')).toEqual([0, 0])
  expect(by('gift_card')).toEqual([0, 0])
  expect([handedBack([cash, check], 5), handedBack([cash, check], 0)]).toEqual([2_472, 2_474])
})

test('a hold that is neither taken nor let go waits for a decision', () => {
  const hold = (id: number, change: Partial<Hold> = {}) =>
    ({ id, status: 'authorized', wanted_amount: null, capture_before: null, ...change }) as Hold
  const trip = { paymentHolds: [hold(1), hold(2, { status: 'captured' })] } as unknown as Trip
  expect(holdsOf(trip).map(({ id }) => id)).toEqual([1])
  const now = new Date('2026-11-22T10:00:00Z')
  expect(isEndingSoon(hold(1, { capture_before: '2026-11-23T09:00:00Z' }), now)).toBe(true)
  expect(isEndingSoon(hold(1, { capture_before: '2026-11-24T09:00:00Z' }), now)).toBe(false)
  expect(isEndingSoon(hold(1), now)).toBe(false)
})

test('the dispute that has to be answered first stands at the top, decided ones are gone', () => {
  const dispute = (id: number, status: string, evidence_due_at: string | null) =>
    ({ id, status, evidence_due_at }) as Dispute
  const disputes = [
    dispute(1, 'needs_response', '2026-12-05T00:00:00Z'),
    dispute(2, 'won', null),
    dispute(3, 'needs_response', '2026-12-01T00:00:00Z'),
  ]
  expect(openDisputes({ disputes } as unknown as Trip).map(({ id }) => id)).toEqual([3, 1])
})

test.each([
  ['needs_response', '2026-11-24T00:00:00Z', true],
  ['inquiry', null, true],
  ['needs_response', '2026-11-22T00:00:00Z', false],
  ['under_review', '2026-11-24T00:00:00Z', false],
  ['lost', null, false],
])('a bank that is told %s until %s listens: %s', (status, evidence_due_at, listens) => {
  const dispute = { id: 4, status, evidence_due_at } as Dispute
  expect(isAnswerable(dispute, new Date('2026-11-23T00:00:00Z'))).toBe(listens)
  expect(findDispute({ disputes: [dispute] } as Trip, 4)).toBe(dispute)
  expect(findDispute({ disputes: [dispute] } as Trip, 5)).toBeUndefined()
})
