import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import type { SaveBody, TripAnswer } from './api'
import { changeOf, clock, contactOf, emptyCart, orderIds, quickAmounts, type WantedOrder } from './model'
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

it('sends a contact once it has both names', () => {
  const cart = { ...emptyCart('phone'), orders: [order('a', 3, 1)] }
  expect(bodyOf({ ...cart, contact: { ...cart.contact, first_name: 'Ana' } }, null).contact).toBeUndefined()
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

it.each([
  ['ana@sea.example', { email: 'ana@sea.example' }],
  ['+1 (773) 555-0130', { phone: '+1 (773) 555-0130' }],
  ['Ana Maria Lima', { first_name: 'Ana Maria', last_name: 'Lima' }],
  ['Ana', { first_name: 'Ana' }],
])('takes %s for what it is', (text, wanted) => expect(contactOf(text)).toEqual(wanted))

it('offers what people hand over, and knows the change', () => {
  expect(quickAmounts(8_700, 2)).toEqual([8_700, 9_000, 10_000])
  expect(quickAmounts(1_234, 2)).toEqual([1_234, 1_300, 1_500, 2_000, 5_000])
  expect(quickAmounts(4_320, 0)).toEqual([4_320, 4_400, 4_500, 5_000, 10_000])
  expect(quickAmounts(0, 2)).toEqual([])
  expect([changeOf(10_000, 8_700), changeOf(5_000, 8_700), changeOf(null, 100)]).toEqual([1_300, 0, 0])
  expect(clock(605)).toBe('10:05')
})
