import { expect, it, test } from 'vitest'
import { kindOf, toldOf } from './history'
import { guessMapping, isMapped, mappingIn, type Sold } from './mapping'
import { differences } from './meanwhile'
import { guestName, isCalledOff, kindsOf, nextStep, withGuest } from './model'
import type { Booking, Order, Trip } from './types'

const booking = (id: number, change: Partial<Booking> = {}) =>
  ({
    id,
    experience_customer_type_id: 1,
    customerType: { id: 11, name: 'Adult' },
    guest: { first_name: '', last_name: '', email: null, phone: null, birth_date: null },
    bookingStatus: { id: 1, slug: 'not_checked_in', name: '', color: '', kind: 'not_arrived' },
    ...change,
  }) as Booking

const order = (id: number, change: Partial<Order> = {}) =>
  ({
    id,
    status: 'active',
    schedule_state: 'scheduled',
    experience: { id: 5, name: 'Kayak' },
    timeslot: { id: 9, date: '2026-11-22', start_at: '2026-11-22T09:00:00Z' },
    bookings: [booking(1), booking(2)],
    ...change,
  }) as Order

const trip = (change: Partial<Trip> = {}) =>
  ({
    version: 1,
    status: { id: 1, slug: 'reserved', name: 'Reserved' },
    contact: { first_name: 'Ana', last_name: 'Ruiz', email: null, phone: null, country: null, locale: 'es' },
    tripMethod: { id: 1, slug: 'phone', name: 'Phone' },
    tripSource: null,
    reseller: null,
    group_name: null,
    pax_cnt: 2,
    totals: { total: 9800, balance: 9800 },
    tripOrders: [order(1)],
    bookingProducts: [],
    giftCards: [],
    notes: [],
    flag: null,
    lock: null,
    is_expired: false,
    ...change,
  }) as unknown as Trip

test('the same version has no news, whatever a guess made of it', () => {
  expect(differences(trip(), trip({ pax_cnt: 9 }))).toEqual([])
})

test('news tell figures, moves and marks', () => {
  const moved = order(1, { timeslot: { ...order(1).timeslot, id: 10, start_at: '2026-11-23T09:00:00Z' } as never })
  const after = trip({ version: 2, pax_cnt: 3, tripOrders: [moved], flag: { id: 1 } as never })
  expect(differences(trip(), after)).toEqual([
    { kind: 'guests', before: 2, after: 3 },
    { kind: 'moved', what: 'Kayak', before: '2026-11-22T09:00:00Z', after: '2026-11-23T09:00:00Z' },
    { kind: 'flagged' },
  ])
})

test('what cannot be named is still told', () => {
  expect(differences(trip(), trip({ version: 2 }))).toEqual([{ kind: 'other' }])
})

const off = order(1, { status: 'cancelled' })

it.each<[Partial<Trip>, boolean]>([
  [{ tripOrders: [off] }, true],
  [{ tripOrders: [off, order(2)] }, false],
  [{ tripOrders: [] }, false],
  [{ tripOrders: [off], bookingProducts: [{ id: 1 }] as never }, false],
  [{ tripOrders: [off], giftCards: [{ id: 1 }] as never }, false],
  [{ tripOrders: [off], status: { id: 1, slug: 'deleted', name: 'Deleted' } }, false],
])('is called off when everything is canceled (%o)', (change, isOff) => {
  expect(isCalledOff(trip(change))).toBe(isOff)
})

const noon = new Date('2026-11-22T12:00:00Z')

it.each([
  ['deleted', {}, 'restore'],
  ['under_review', {}, 'review'],
  ['draft', { is_expired: true }, 'expired'],
  ['draft', {}, 'reserve'],
  ['draft', { tripOrders: [] }, null],
  ['reserved', { tripOrders: [order(1, { schedule_state: 'unscheduled', timeslot: null })] }, 'schedule'],
  ['reserved', {}, 'check_in'],
  ['reserved', { tripOrders: [order(1, { status: 'cancelled' })] }, 'pay'],
  ['reserved', { tripOrders: [order(1, { status: 'cancelled' })], totals: { balance: 0 } }, null],
] as const)('a trip that is %s asks for the right step', (slug, change, step) => {
  expect(nextStep(trip({ ...change, status: { id: 1, slug, name: '' } } as never), 'UTC', noon)).toBe(step)
})

test('guests without a name are told apart by their kind', () => {
  const one = order(1)
  expect(one.bookings.map((each) => guestName(each, one))).toEqual(['Adult 1', 'Adult 2'])
  const named = booking(3, { guest: { ...booking(3).guest, first_name: 'Leo' } })
  expect(guestName(named, order(1, { bookings: [named] }))).toBe('Leo')
})

test('kinds are counted in their own order', () => {
  const child = booking(3, { experience_customer_type_id: 2, customerType: { id: 12, name: 'Child' } })
  expect(kindsOf([booking(1), child, booking(2)])).toEqual([
    { id: 1, name: 'Adult', qty: 2 },
    { id: 2, name: 'Child', qty: 1 },
  ])
})

test('one guest changes, the others stay the same objects', () => {
  const before = trip()
  const after = withGuest(before, 2, (one) => ({ ...one, is_comped: true }))
  expect(after.tripOrders[0]?.bookings[0]).toBe(before.tripOrders[0]?.bookings[0])
  expect(after.tripOrders[0]?.bookings[1]?.is_comped).toBe(true)
})

const sold = (id: number, type: number, name: string) =>
  ({ experience_customer_type_id: id, customer_type: { id: type, name }, label: '' }) as Sold

test('guests become what they were in another experience, as far as that has it', () => {
  const guests = [booking(1), booking(2, { experience_customer_type_id: 2, customerType: { id: 12, name: 'Child' } })]
  const mapping = guessMapping(guests, [sold(21, 11, 'Grown-up'), sold(22, 99, 'Child')])
  expect(mapping).toEqual({ 1: 21, 2: 22 })
  expect(isMapped(guests, mapping)).toBe(true)
  expect(mappingIn(mapping)).toEqual([
    { from_id: 1, to_id: 21 },
    { from_id: 2, to_id: 22 },
  ])
  const unknown = guessMapping(guests, [sold(21, 11, 'Adult'), sold(23, 98, 'Senior')])
  expect(isMapped(guests, unknown)).toBe(false)
})

test('the story leaves out numbers of rows and what did not change', () => {
  const entry = {
    changes: [
      { field: 'timeslot_id', before: 1, after: 2 },
      { field: 'pax_cnt', before: 2, after: 3 },
      { field: 'group_name', before: null, after: '' },
      { field: 'status', before: 'draft', after: 'draft' },
    ],
  } as never
  expect(toldOf(entry)).toEqual([{ field: 'pax_cnt', before: 2, after: 3 }])
})

it.each([
  ['total_amount', 100, 'money'],
  ['cash_rounding', -2, 'money'],
  ['pax_cnt', 3, 'number'],
  ['is_comped', true, 'yes'],
  ['start_at', '2026-11-22T09:00:00Z', 'instant'],
  ['date', '2026-11-22', 'day'],
  ['names', ['a'], 'list'],
  ['group_name', 'x', 'text'],
])('%s is a value of its kind', (field, value, kind) => expect(kindOf(field, value)).toBe(kind))
