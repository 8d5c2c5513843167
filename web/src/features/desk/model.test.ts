import { describe, expect, it } from 'vitest'
import type { TripFull } from '@/api/models'
import type { SaveBody } from '@/features/sell/api'
import {
  cartOf,
  collectedOf,
  firstParty,
  fitOf,
  heldBy,
  keyOf,
  listOf,
  monthAt,
  orderOn,
  partyOf,
  paxOf,
  sumOf,
  tripSum,
  voucherMoney,
  withFallback,
} from './model'
import type { Departure, Tour } from './types'

const guestType = (id: number, more = {}) => ({
  experience_customer_type_id: id,
  name: `Type ${id}`,
  min_age: null,
  max_age: null,
  max_qty: null,
  pax_per_booking: 1,
  ...more,
})

const tour: Tour = {
  id: 7,
  name: 'Sea caves',
  color: '#0f766e',
  image: null,
  duration_minutes: 120,
  meeting_point: 'Pier',
  is_requires_review: false,
  guest_types: [guestType(1), guestType(2), guestType(3, { pax_per_booking: 4 })],
  departures: [],
}

const departure: Departure = {
  timeslot_id: 70,
  date: '2026-11-28',
  start_time: '09:00',
  is_flex: false,
  left: 6,
  min_pax: 2,
  max_pax: 5,
  prices: [
    { experience_customer_type_id: 1, price: 8900, commission_amount: 1780, net_amount: 7120 },
    { experience_customer_type_id: 2, price: 4500, commission_amount: 900, net_amount: 3600 },
  ],
}

describe('a party', () => {
  it.each([
    [{}, { is: 'empty' }],
    [{ 1: 1 }, { is: 'few', count: 2 }],
    [{ 1: 2 }, { is: 'ok' }],
    [{ 1: 1, 3: 1 }, { is: 'ok' }],
    [{ 1: 6 }, { is: 'many', count: 5 }],
    [
      { 1: 3, 3: 1 },
      { is: 'full', count: 6 },
    ],
  ])('%o', (quantities, wanted) => expect(fitOf(tour, departure, quantities)).toEqual(wanted))

  it('takes the seats of its tickets', () => expect(paxOf(tour, { 1: 2, 3: 2 })).toBe(10))

  it('without a limit of seats only has to be of a size', () => {
    expect(fitOf(tour, { ...departure, left: null, max_pax: 99 }, { 1: 40 })).toEqual({ is: 'ok' })
  })

  it.each([
    [6, { 1: 2 }],
    [1, { 1: 1 }],
    [0, {}],
    [null, { 1: 2 }],
  ])('begins with two where %s seats are left', (left, wanted) =>
    expect(firstParty(tour, { ...departure, left })).toEqual(wanted),
  )

  it('has the seats that its draft holds', () => {
    const draft = {
      tripOrders: [
        { hold: { id: 1 }, timeslot: { id: 70 }, bookings: [{ pax_cnt: 1 }, { pax_cnt: 1 }] },
        { hold: null, timeslot: { id: 70 }, bookings: [{ pax_cnt: 5 }] },
        { hold: { id: 2 }, timeslot: { id: 71 }, bookings: [{ pax_cnt: 7 }] },
      ],
    } as unknown as TripFull
    const full = { ...departure, left: 0 }
    expect(heldBy(draft, full)).toBe(2)
    expect(heldBy(null, full)).toBe(0)
    expect(fitOf(tour, full, { 1: 2 }, 2)).toEqual({ is: 'ok' })
    expect(fitOf(tour, full, { 1: 3 }, 2)).toEqual({ is: 'full', count: 2 })
  })

  it('is a draft that the server made, of a guest who may have no address', () => {
    const timeslot = { id: 70, date: '2026-11-28', start_time: '09:00', is_flex: false }
    const bookings = [1, 1, 2].map((id) => ({ experience_customer_type_id: id }))
    const draft = (email: string) =>
      ({
        tripOrders: [{ experience: { id: 7, name: 'Kayak', color: '#123456' }, timeslot, bookings }],
        contact: { first_name: 'Mara', last_name: 'Lund', email, phone: null },
      }) as unknown as TripFull
    const fallback = { name: 'Harbor Hotel', email: 'ana@hotel.example' }
    const { orders, contact } = cartOf(draft('mara@guests.example'), fallback)
    expect(orders).toMatchObject([{ key: 'desk-7', timeslot_id: 70, quantities: { 1: 2, 2: 1 } }])
    expect(contact).toMatchObject({ first_name: 'Mara', email: 'mara@guests.example', phone: '' })
    expect(cartOf(draft('ana@hotel.example'), fallback).contact?.email).toBe('')
  })

  it('is sold again as it was', () => {
    const guests = [
      { experience_customer_type_id: 1, name: 'Adult', qty: 2 },
      { experience_customer_type_id: 2, name: 'Child', qty: 1 },
    ]
    expect(partyOf({ guests })).toEqual({ 1: 2, 2: 1 })
    expect(orderOn(tour, departure, partyOf({ guests }))).toMatchObject({
      experience_id: 7,
      timeslot_id: 70,
      date: '2026-11-28',
      quantities: { 1: 2, 2: 1 },
    })
  })
})

describe('money', () => {
  it('is the sum of the tickets', () => {
    expect(sumOf(departure, { 1: 2, 2: 1 })).toEqual({ price: 22300, commission: 4460, net: 17840 })
  })

  it('is nothing to who sees no prices', () => {
    expect(sumOf({ ...departure, prices: [] }, { 1: 2 })).toBeNull()
    expect(tripSum({ is_price_hidden: true } as TripFull)).toBeNull()
  })

  it('is that of the trip once the server has reckoned it', () => {
    const trip = { is_price_hidden: false, totals: { total: 20000 }, commission: { commission_amount: 3000 } }
    expect(tripSum(trip as TripFull)).toEqual({ price: 20000, commission: 3000, net: 17000 })
  })

  // domain.md 4.17: R = 100, C = 20.
  const sum = { price: 10000, commission: 2000, net: 8000 }
  it.each([
    ['reseller_collects', { from: 'desk', amount: 10000 }],
    ['operator_collects', { from: 'guest', amount: 10000, deposit: 0 }],
    ['deposit_commission', { from: 'guest', amount: 8000, deposit: 2000 }],
    ['net_at_booking', { from: 'card', amount: 8000, collected: 10000 }],
    ['untracked', { from: 'nobody' }],
  ])('goes the way that was agreed: %s', (type, wanted) => expect(collectedOf(type, sum)).toEqual(wanted))

  const voucher = (paid_state: string, totals: object, is_price_hidden = false) =>
    voucherMoney({
      paid_state,
      is_price_hidden,
      totals: { paid: 0, refunded: 0, partner_deposit: 0, balance: 0, ...totals },
    } as TripFull)
  it('on a voucher is what is paid, deposit included, and what is not', () => {
    expect(voucher('unpaid', { partner_deposit: 2000, balance: 8000 })).toEqual({ paid: 2000, due: 8000 })
    expect(voucher('paid', { paid: 10500, refunded: 500 })).toEqual({ paid: 10000, due: 0 })
    expect(voucher('overpaid', { paid: 10500, balance: -500 })).toEqual({ paid: 10500, due: 0 })
  })
  it('on a voucher is not told where it is the partner’s, or hidden', () => {
    expect(voucher('at_partner', { balance: 0 })).toBeNull()
    expect(voucher('unpaid', { balance: 8000 }, true)).toBeNull()
  })
})

describe('a guest', () => {
  const desk = { name: 'Harbor Hotel', email: 'ana@hotel.example' }
  const sent = (contact?: object) => withFallback({ orders: [], contact } as SaveBody, desk).contact

  it('nobody named is the partner’s, reached through the agent', () => {
    expect(sent()).toEqual({ first_name: 'Harbor Hotel', last_name: '', email: 'ana@hotel.example', phone: null })
  })

  it('with a name alone is reached through the agent', () => {
    expect(sent({ first_name: 'Zeb', last_name: 'Quill', email: null, phone: null })).toEqual({
      first_name: 'Zeb',
      last_name: 'Quill',
      email: 'ana@hotel.example',
      phone: null,
    })
  })

  it.each([
    { first_name: '', last_name: 'Quill', email: null, phone: '+351912000111' },
    { first_name: 'Zeb', last_name: '', email: 'zeb@example.com', phone: null },
  ])('who can be reached is told themselves: %o', (contact) => expect(sent(contact)).toEqual(contact))
})

describe('a request that is sent again', () => {
  it('has the same key, and another one another', () => {
    expect(keyOf('a', { qty: 2 })).toBe(keyOf('a', { qty: 2 }))
    expect(new Set([keyOf('a', { qty: 2 }), keyOf('a', { qty: 3 }), keyOf('b', { qty: 2 })]).size).toBe(3)
  })
})

describe('the list of trips', () => {
  it('shows sold ones of the tab, the next first', () => {
    expect(listOf('upcoming', '')).toEqual({
      filters: [
        { field: 'status', op: 'in', value: ['reserved', 'under_review'] },
        { field: 'first_start_at', op: 'between', value: ['today+1', null] },
      ],
      sort: 'first_start_at',
    })
    expect(listOf('past', '').sort).toBe('-first_start_at')
  })

  it('searches through all days', () => expect(listOf('today', 'quill').filters).toHaveLength(1))
})

it.each([
  ['2026-11-27', 0, '2026-11-01'],
  ['2026-11-27', -11, '2025-12-01'],
  ['2026-01-31', -1, '2025-12-01'],
])('the month of %s, %i on, is %s', (day, months, wanted) => expect(monthAt(day, months)).toBe(wanted))
