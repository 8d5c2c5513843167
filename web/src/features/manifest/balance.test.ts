import { expect, it } from 'vitest'
import { booking, here, order, out, slot } from './fixture'
import { owingOf, withStatus } from './model'
import type { Day, Order } from './types'

it('names each trip that owes when the first of its guests arrives, and only then', () => {
  const owes = (one: Order): Order => ({ ...one, trip: { ...one.trip, balance_amount: 500 } })
  const [ada, ben, paid] = [
    owes(order(1, 'Ada', [booking(1), booking(2)])),
    owes(order(2, 'Ben', [booking(3)])),
    order(3, 'Cy', [booking(4)]),
  ]
  const kayak = { id: 1, name: 'Kayak', color: '', hero_image: null }
  const today = { experiences: [{ ...kayak, timeslots: [slot(1, '09:00', [ada, ben, paid])] }] } as Day
  const all = [ada, ben, paid]
  const arrive = all.map(({ id, bookings }) => ({ orderId: id, bookingIds: bookings.map((one) => one.id), to: here }))
  expect(owingOf(today, arrive).map(({ name }) => name)).toEqual(['Mara Ada', 'Mara Ben'])
  expect(owingOf(withStatus(today, [1], here, '2026-11-20T08:00:00Z'), arrive).map(({ trip }) => trip.id)).toEqual([2])
  expect(
    owingOf(
      today,
      arrive.map((one) => ({ ...one, to: out })),
    ),
  ).toEqual([])
})
