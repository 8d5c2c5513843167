import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import type { Product, SaveBody, TripAnswer } from './api'
import { apart, choicesOf, firstDayOf, fromPrices, likely, matchingChoices, nextMatch, type Choice } from './departures'
import { contactOf, emptyCart, orderIds, type WantedOrder } from './model'
import { categoriesOf, productByCode } from './products'
import { bodyOf, SaleStore } from './sale-store'

const order = (key: string, timeslot_id: number, qty: number): WantedOrder => ({
  key,
  experience_id: 7,
  name: 'Sea caves',
  color: '#123456',
  timeslot_id,
  date: '2026-11-25',
  start_time: '09:00',
  is_flex: false,
  quantities: { '31': qty },
})

const tripOf = (version: number, orders: { id: number; timeslot: number }[]) =>
  ({
    id: 5,
    version,
    status: { id: 1, slug: 'draft', name: 'Draft' },
    bookingProducts: [],
    tripOrders: orders.map(({ id, timeslot }) => ({
      id,
      status: 'active',
      experience: { id: 7 },
      timeslot: { id: timeslot },
      bookings: [],
    })),
  }) as unknown as TripFull

function storeWith(save: (body: SaveBody) => Promise<TripAnswer>, load = vi.fn()) {
  return new SaleStore(`test-${Math.random()}`, 'phone', { save, load })
}

describe('a sale', () => {
  it('sends nothing before somebody goes somewhere', async () => {
    const save = vi.fn()
    const store = storeWith(save)
    store.change({ contact: { ...emptyCart('phone').contact, first_name: 'Ana', last_name: 'Lima' } })
    expect(await store.settle()).toBeNull()
    expect(save).not.toHaveBeenCalled()
  })

  it('sends what rested once, and afterwards only changes, by the ids of the server', async () => {
    const save = vi.fn(async (body: SaveBody) => ({
      trip: tripOf(body.version ? 2 : 1, [{ id: 40, timeslot: 3 }]),
      warnings: [],
    }))
    const store = storeWith(save)
    store.change({ orders: [order('a', 3, 1)] })
    store.change({ orders: [order('a', 3, 2)] })
    await store.settle()
    store.change({ orders: [order('a', 3, 4)] })
    await store.settle()
    expect(save).toHaveBeenCalledTimes(2)
    expect(save.mock.calls[1]?.[0]).toMatchObject({ id: 5, version: 1, orders: [{ id: 40, timeslot_id: 3 }] })
    await store.settle()
    expect(save).toHaveBeenCalledTimes(2)
  })

  it('keeps what was typed when it is refused, names the row, and asks again when told', async () => {
    const sold = new ApiError(409, { code: 'sold_out', message: 'Full', detail: {} })
    const save = vi
      .fn()
      .mockRejectedValueOnce(sold)
      .mockResolvedValue({ trip: tripOf(1, []), warnings: [] })
    const store = storeWith(save)
    store.change({ orders: [order('a', 3, 9)] })
    await expect(store.settle()).rejects.toBe(sold)
    expect(store.get()).toMatchObject({ saving: 'failed', problem: { key: 'a' } })
    expect(store.get().cart.orders[0]?.quantities).toEqual({ '31': 9 })
    await store.again()
    expect(store.get()).toMatchObject({ saving: 'idle', problem: null })
  })

  it('puts what is typed here on top of what somebody else changed meanwhile', async () => {
    const stale = new ApiError(409, { code: 'stale_version', message: 'Stale', detail: {} })
    const save = vi
      .fn()
      .mockResolvedValueOnce({ trip: tripOf(1, [{ id: 40, timeslot: 3 }]), warnings: [] })
      .mockRejectedValueOnce(stale)
      .mockResolvedValue({ trip: tripOf(4, [{ id: 40, timeslot: 3 }]), warnings: [] })
    const store = storeWith(save, vi.fn().mockResolvedValue(tripOf(3, [{ id: 40, timeslot: 3 }])))
    store.change({ orders: [order('a', 3, 1)] })
    await store.settle()
    store.change({ orders: [order('a', 3, 2)] })
    await store.settle()
    expect(save.mock.calls[2]?.[0]).toMatchObject({ version: 3 })
  })
})

it('is over once it was booked elsewhere', async () => {
  const booked = { ...tripOf(2, [{ id: 40, timeslot: 3 }]), status: { id: 2, slug: 'reserved', name: 'Reserved' } }
  const save = vi.fn().mockResolvedValue({ trip: tripOf(1, [{ id: 40, timeslot: 3 }]), warnings: [] })
  const store = storeWith(save, vi.fn().mockResolvedValue(booked))
  store.change({ orders: [order('a', 3, 1)] })
  await store.settle()
  await store.look()
  expect(store.get()).toMatchObject({ trip: null, cart: { orders: [] } })
})

it('sends a contact once it has a name', () => {
  const cart = { ...emptyCart('phone'), orders: [order('a', 3, 1)] }
  expect(bodyOf({ ...cart, contact: { ...cart.contact, phone: '1' } }, null).contact).toBeUndefined()
  expect(bodyOf({ ...cart, contact: { ...cart.contact, last_name: 'Lima' } }, null).contact).toBeDefined()
  const named = { ...cart.contact, first_name: 'Ana', last_name: 'Lima', phone: ' +351 912 ' }
  expect(bodyOf({ ...cart, contact: named }, null).contact).toMatchObject({ last_name: 'Lima', phone: '+351 912' })
})

it('knows orders again by departure, then by experience, each once', () => {
  const trip = tripOf(1, [
    { id: 40, timeslot: 3 },
    { id: 41, timeslot: 4 },
  ])
  const ids = orderIds([order('a', 9, 1), order('b', 3, 1)], trip)
  expect([ids.get('a'), ids.get('b')]).toEqual([41, 40])
})

describe('finding a departure', () => {
  const time = (clock: string) => (clock === '14:30' ? '2:30 PM' : `${clock} AM`)
  const slot = (id: number, start_time: string, name: string) =>
    ({ slot: { id, start_time }, name, left: 3, isClosed: false, isPast: false }) as unknown as Choice
  const all = [slot(1, '09:30', 'Sea kayak'), slot(2, '14:30', 'Sea kayak'), slot(3, '10:00', 'Zip line')]
  it.each([
    ['kay 9', [1]],
    ['930', [1]],
    ['14', [2]],
    ['2:30pm', [2]],
    ['KAYAK', [1, 2]],
    ['', [1, 2, 3]],
    ['kay 10', []],
  ])('by %s', (text, ids) => expect(matchingChoices(all, text, time).map((one) => one.slot.id)).toEqual(ids))

  it('begins with the first that can still be sold', () => {
    expect(likely([{ ...all[0]!, isPast: true }, { ...all[1]!, left: 0 }, all[2]!])).toBe(2)
    expect(likely([{ ...all[0]!, isPast: true }])).toBe(0)
  })

  it.each([
    ['2026-11-25 10:59', 1],
    ['2026-11-25 11:00', 0],
    ['2026-11-26 09:59', 0],
  ])('sells what has departed only for as long after its end as the operator set (%s)', (now, count) => {
    const slot = { id: 1, date: '2026-11-25', start_time: '08:00', minutes: 60 }
    const past = { ...all[0]!, slot: { ...all[0]!.slot, ...slot }, isPast: true }
    expect(apart([past], now, 2).departed).toHaveLength(count)
  })

  it.each([
    [null, '2026-11-25'],
    [0, '2026-11-25'],
    [24, '2026-11-24'],
    [168, '2026-11-18'],
  ])('looks back for as long as that: %s hours', (hours, day) => {
    expect(firstDayOf('America/New_York', Date.parse('2026-11-25T12:00:00Z'), hours)).toBe(day)
  })

  it('keeps what has departed apart, and gives each its price', () => {
    const at = (id: number, start_time: string, part: object = {}) => ({
      id,
      experience_id: 7,
      date: '2026-11-25',
      start_time,
      minutes: 90,
      status: 'open',
      capacity: 9,
      booked_pax_cnt: 4,
      held_pax_cnt: 1,
      ...part,
    })
    const day = {
      experiences: [{ id: 7, name: 'Sea caves', color: '#123456' }],
      timeslots: [
        at(1, '08:00'),
        at(2, '15:00'),
        at(3, '06:00', { is_flex: true }),
        at(4, '16:00', { capacity: null }),
      ],
    } as never
    const timeslots = [
      { id: 1, start_time: '08:00', min_price: 5400, availabilities: [] },
      { id: 2, start_time: '15:00', min_price: 0, availabilities: [] },
      { id: 4, start_time: '16:00', min_price: null, availabilities: [] },
    ]
    const prices = fromPrices({ '2026-11-25': [{ timeslots }, {}] } as never)
    const { coming, departed } = apart(choicesOf(day, '2026-11-25 12:00', prices), '2026-11-25 12:00', 3)
    expect(departed.map(({ slot, price, left }) => [slot.id, price, left])).toEqual([[1, 5400, 4]])
    expect(coming.map(({ slot, price, left }) => [slot.id, price, left])).toEqual([
      [2, 0, 4],
      [3, null, 4],
      [4, null, null],
    ])
  })

  it('looks ahead for what a day has none of', () => {
    const entry = {
      experience: { id: 1, name: 'Zip line' },
      open_direct_timeslot_cnt: 1,
      timeslots: [{ id: 9, start_time: '10:00' }],
    }
    const days = { '2026-11-25': [{ ...entry, open_direct_timeslot_cnt: 0 }], '2026-11-26': [entry] } as never
    expect(nextMatch(days, 'zip 10', time, '2026-11-25 12:00')).toEqual({
      day: '2026-11-26',
      name: 'Zip line',
      time: '10:00',
    })
    expect(nextMatch(days, 'zip 14', time, '2026-11-25 12:00')).toBeNull()
    expect(nextMatch(days, 'zip 10', time, '2026-11-26 10:01')).toBeNull()
  })
})

it('knows a product by its code, else by the only name', () => {
  const shelf = [
    { id: 1, name: 'Cap', category: 'Wear', sku: 'CAP-1', barcode: '400' },
    { id: 2, name: 'Cape', category: 'Wear', sku: null, barcode: '401' },
  ] as unknown as Product[]
  expect([productByCode(shelf, '401')?.id, productByCode(shelf, 'cap-1')?.id]).toEqual([2, 1])
  expect([productByCode(shelf, 'cape')?.id, productByCode(shelf, 'cap')?.id]).toEqual([2, undefined])
  expect(categoriesOf(shelf)).toEqual(['Wear'])
})

it.each([
  ['ana@sea.example', { email: 'ana@sea.example' }],
  ['+1 (773) 555-0130', { phone: '+1 (773) 555-0130' }],
  ['Ana Maria Lima', { first_name: 'Ana Maria', last_name: 'Lima' }],
  ['Ana', { first_name: 'Ana' }],
])('takes %s for what it is', (text, wanted) => expect(contactOf(text)).toEqual(wanted))
