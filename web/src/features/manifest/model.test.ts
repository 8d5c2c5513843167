import { expect, it } from 'vitest'
import type { Manifest, ManifestBooking, ManifestOrder, ManifestTimeslot } from '@/api/models'
import { bookingsOf, departuresOf, filterDepartures, nextDeparture, partyOf, withRestored, withStatus } from './model'

const status = (slug: string, id = 1) => ({ id, slug, name: slug, color: '', kind: '', position: id, is_system: true })
const [out, here] = [status('not_checked_in'), status('checked_in', 2)]

function booking(id: number, type = 'Adult', pax_cnt = 1): ManifestBooking {
  return {
    id,
    customerType: { id: 1, name: type },
    guest: { first_name: '', last_name: '' },
    bookingStatus: out,
    checked_in_at: null,
    is_comped: false,
    pax_cnt,
  }
}

function order(id: number, last_name: string, bookings: ManifestBooking[]): ManifestOrder {
  const contact = { first_name: 'Mara', last_name, email: `${last_name}@example.com`, phone: '' }
  const known = { ...contact, country: null, locale: 'en' }
  const trip = { id, hash: '', confirmation_code: `CODE${id}`, contact: known, group_name: '', total_amount: 0 }
  return {
    id,
    trip: { ...trip, status: 'reserved', customer_id: null, is_vip: false, paid_amount: 0, balance_amount: 0 },
    note: '',
    bookings,
  }
}

function slot(id: number, start: string, tripOrders: ManifestOrder[]): ManifestTimeslot {
  return {
    id,
    date: '2026-11-20',
    start_time: start,
    start_at: `2026-11-20T${start}:00Z`,
    end_at: `2026-11-20T23:00:00Z`,
    status: 'open',
    capacity: 10,
    booked_pax_cnt: 0,
    held_pax_cnt: 0,
    checked_in_cnt: 0,
    booking_cnt: 0,
    by_type: [],
    guides: [],
    resources: [],
    note: '',
    balance_amount: 0,
    tripOrders,
  }
}

const day: Manifest = {
  date: '2026-11-20',
  generated_at: '',
  time_zone: 'UTC',
  currency: 'EUR',
  totals: { departures_cnt: 3, pax_cnt: 5, checked_in_cnt: 0, balance_amount: 0 },
  experiences: [
    {
      id: 1,
      name: 'Kayak',
      color: '',
      hero_image: null,
      timeslots: [
        slot(11, '14:00', [order(1, 'Lund', [booking(1), booking(2), booking(3, 'Child')])]),
        slot(12, '09:00', []),
      ],
    },
    {
      id: 2,
      name: 'Boat',
      color: '',
      hero_image: null,
      timeslots: [slot(21, '14:00', [order(2, 'Weber', [booking(4, 'Group', 6)])])],
    },
  ],
  unscheduled: [],
  bookingStatuses: [out, here],
  signature: '',
}

it('puts the day in time order, by name at the same time', () => {
  expect(departuresOf(day).map((one) => one.id)).toEqual([12, 21, 11])
})

it('finds the next departure', () => {
  const departures = departuresOf(day)
  expect(nextDeparture(departures, Date.parse('2026-11-20T10:00:00Z'))?.id).toBe(21)
  expect(nextDeparture(departures, Date.parse('2026-11-20T09:00:00Z'))?.id).toBe(12)
  expect(nextDeparture(departures, Date.parse('2026-11-20T15:00:00Z'))).toBeNull()
})

it('counts a party by customer type', () => {
  expect(partyOf(day.experiences[0]!.timeslots[0]!.tripOrders[0]!)).toEqual([
    ['Adult', 2],
    ['Child', 1],
  ])
})

it('checks guests in and counts them at once', () => {
  const after = withStatus(day, [1, 2], here, '2026-11-20T13:50:00Z')
  expect(after.totals.checked_in_cnt).toBe(2)
  expect(departuresOf(after).map((one) => one.checked_in_cnt)).toEqual([0, 0, 2])
  const before = departuresOf(day)
  expect(departuresOf(after).map((one, index) => one === before[index])).toEqual([true, true, false])
  expect(bookingsOf(after, [1])[0]).toMatchObject({ bookingStatus: here, checked_in_at: '2026-11-20T13:50:00Z' })
  expect(day.totals.checked_in_cnt).toBe(0)
})

it('counts every person of a booking', () => {
  expect(withStatus(day, [4], here, 'now').totals.checked_in_cnt).toBe(6)
})

it('puts refused guests back and keeps the others', () => {
  const before = bookingsOf(day, [1])
  const both = withStatus(withStatus(day, [1], here, 'now'), [2], here, 'now')
  const after = withRestored(both, before)
  expect(bookingsOf(after, [1, 2]).map((one) => one.checked_in_at)).toEqual([null, 'now'])
  expect(after.totals.checked_in_cnt).toBe(1)
})

it.each([
  ['', [12, 21, 11]],
  ['lund', [11]],
  ['CODE2', [21]],
  ['mara weber', [21]],
  ['kayak', [12, 11]],
  ['nobody', []],
])('filters by "%s"', (text, ids) => {
  expect(filterDepartures(departuresOf(day), text).map((one) => one.id)).toEqual(ids)
})
