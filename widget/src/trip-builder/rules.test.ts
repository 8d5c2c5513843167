import { describe, expect, it } from 'vitest'
import { contactErrors, fieldError, serverErrors, trimmed } from './contact'
import { estimate, limitsOf, partyProblem, proposedQuantities, quantitiesBody, stepped } from './guests'
import { clockText, passedMark, secondsLeft } from './hold'
import { stripStart } from './parts/week-strip'
import type { Price, PriceList } from './types'

const price = (id: number, changes: Partial<Price> = {}): Price => ({
  experience_customer_type_id: id,
  customer_type: { id, slug: 'adult', name: 'Adult', kind: 'adult' },
  label: null,
  price: 1000,
  original_price: null,
  min_qty: 0,
  max_qty: null,
  min_age: null,
  max_age: null,
  remaining: 6,
  pax_per_booking: 1,
  ...changes,
})

const list = (prices: Price[], changes: Partial<PriceList> = {}): PriceList => ({
  timeslot_id: 1,
  currency: 'USD',
  prices,
  min_pax: 1,
  max_pax: 10,
  countdown_from: 6,
  ...changes,
})

describe('the contact form', () => {
  it.each([
    ['email', 'jana@example.com', null],
    ['email', ' jana@example.com ', null],
    ['email', 'jana@example', 'emailInvalid'],
    ['email', 'jana example@x.de', 'emailInvalid'],
    ['email', 'a@b@c.de', 'emailInvalid'],
    ['email', '  ', 'required'],
    ['phone', '+49 (0)30 123456', null],
    ['phone', '12345', 'phoneInvalid'],
    ['phone', '', 'required'],
    ['first_name', 'Ö', null],
    ['last_name', ' ', 'required'],
  ] as const)('%s "%s" is %s', (field, value, expected) =>
    expect(fieldError(field, value)).toEqual(expected && { key: expected }),
  )

  it('names every field that is wrong, and sends what was typed without edges', () => {
    expect(Object.keys(contactErrors({ first_name: '', last_name: 'N', email: 'x', phone: '' }))).toEqual(['first_name', 'email', 'phone'])
    expect(trimmed({ first_name: ' Jana ', last_name: 'N', email: 'a@b.de ', phone: '1' }).first_name).toBe('Jana')
  })

  it("brings the server's words to their fields", () => {
    expect(serverErrors({ fields: { 'contact.email': ['No such address.'], 'orders.0': ['x'] } })).toEqual({ email: { text: 'No such address.' } })
    expect(serverErrors({ fields: { 'body.contact.phone': 'Too long.' } })).toEqual({ phone: { text: 'Too long.' } })
    expect(serverErrors({})).toEqual({})
  })
})

describe('the party', () => {
  it('starts with the fewest adults that can be booked', () => {
    const child = price(2, { customer_type: { id: 2, slug: 'child', name: 'Child', kind: 'child' } })
    expect(proposedQuantities(list([child, price(1)], { min_pax: 2 }))).toEqual({ 1: 2 })
    expect(proposedQuantities(list([price(1, { remaining: 0 })]))).toEqual({})
  })

  it('steps over quantities that cannot be booked', () => {
    const pair = price(1, { min_qty: 2 })
    expect([stepped(pair, 0, 1), stepped(pair, 2, 1), stepped(pair, 2, -1), stepped(pair, 3, -1)]).toEqual([2, 3, 0, 2])
  })

  it.each<[string, Price, Record<number, number>, Partial<PriceList>, string | null]>([
    ['room for more', price(1), { 1: 2 }, {}, null],
    ['no seats left', price(1), { 1: 6 }, {}, 'seats'],
    ['no seats left with the others', price(1), { 1: 3, 2: 3 }, {}, 'seats'],
    ['the party is full', price(1, { remaining: null }), { 1: 10 }, {}, 'party'],
    ['this kind is full', price(1, { max_qty: 2 }), { 1: 2 }, {}, 'type'],
    ['a boat of four', price(1, { pax_per_booking: 4 }), { 1: 1 }, {}, 'seats'],
  ])('%s', (_name, first, quantities, changes, limit) => {
    const second = price(2, { remaining: first.remaining })
    expect(limitsOf(first, quantities, list([first, second], changes)).limit).toBe(limit)
  })

  it('says what is wrong with it', () => {
    const prices = list([price(1), price(2)], { min_pax: 2 })
    expect(partyProblem({}, prices)).toEqual({ kind: 'none' })
    expect(partyProblem({ 1: 1 }, prices)).toEqual({ kind: 'tooFew', count: 2 })
    expect(partyProblem({ 1: 4, 2: 3 }, prices)).toEqual({ kind: 'tooMany', count: 6 })
    expect(partyProblem({ 1: 4, 2: 2 }, prices)).toBeNull()
    expect(estimate({ 1: 4, 2: 2 }, prices.prices)).toBe(6000)
    expect(quantitiesBody({ 1: 4, 2: 0 })).toEqual([{ experience_customer_type_id: 1, qty: 4 }])
  })
})

describe('the hold', () => {
  const end = '2026-11-20T12:00:00Z'
  const before = (seconds: number): number => Date.parse(end) - seconds * 1000

  it('counts down on the clock and stops at nothing', () => {
    expect(secondsLeft(end, before(899.2))).toBe(900)
    expect(secondsLeft(end, before(-5))).toBe(0)
    expect([900, 61, 9, 0].map(clockText)).toEqual(['15:00', '1:01', '0:09', '0:00'])
  })

  it.each([
    [301, 300, 300],
    [300, 299, null],
    [121, 120, 120],
    [400, 50, 60],
    [1, 0, 0],
    [30, 29, null],
  ])('from %i to %i it says %s', (from, to, mark) => expect(passedMark(from, to)).toBe(mark))
})

describe('what is shown', () => {
  it('weeks in blocks from today', () => {
    expect(stripStart('2026-11-26', '2026-11-20')).toBe('2026-11-20')
    expect(stripStart('2026-11-27', '2026-11-20')).toBe('2026-11-27')
    expect(stripStart('2026-12-10', '2026-11-20')).toBe('2026-12-04')
  })
})
