import { expect, it } from 'vitest'
import { bookingsOf, departuresOf, missingOf, nextDeparture, partyOf, undoOf, withStatus } from './model'
import { booking, here, order, out, slot } from './fixture'
import type { Day } from './types'
import { filterDepartures, placesOf, sectionsOf, sieveCounts, type Filter, type GroupBy } from './view'

const day: Day = {
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
  digest: '',
  device_id: null,
  valid_until: '',
  groupings: { guides: [], resources: [], groups: [] },
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

it('takes back what was done, everybody to the status they had', () => {
  const some = withStatus(day, [1], here, '2026-11-20T13:50:00Z')
  const undo = undoOf(some, [{ orderId: 1, bookingIds: [1, 2], to: here }])
  expect(undo).toEqual([
    { orderId: 1, bookingIds: [1], to: here },
    { orderId: 1, bookingIds: [2], to: out },
  ])
})

it('finds everybody of a departure who is still missing', () => {
  const [, , kayak] = departuresOf(withStatus(day, [1], here, 'now'))
  expect(missingOf(kayak!)).toEqual([{ orderId: 1, bookingIds: [2, 3] }])
})

const everything: Filter = { text: '', only: [], isCancelledShown: false }
const idsOf = (filter: Partial<Filter>, of = day) =>
  filterDepartures(departuresOf(of), { ...everything, ...filter }).map((one) => one.id)

it.each([
  ['', [12, 21, 11]],
  ['lund', [11]],
  ['CODE2', [21]],
  ['mara weber', [21]],
  ['kayak', [12, 11]],
  ['nobody', []],
])('filters by "%s"', (text, ids) => {
  expect(idsOf({ text })).toEqual(ids)
})

it('sieves who is missing, who owes and who has not signed', () => {
  const [lund, weber] = [order(1, 'Lund', [booking(1)]), order(2, 'Weber', [booking(2)])]
  lund.trip.balance_amount = 500
  weber.waiver = { signed: 0, required: 1 }
  const gone = { ...order(3, 'Vaz', [booking(3)]), status: 'cancelled' as const }
  const one = { ...day, experiences: [{ ...day.experiences[0]!, timeslots: [slot(11, '09:00', [lund, weber, gone])] }] }
  const names = (only: Filter['only'], isCancelledShown = false) =>
    filterDepartures(departuresOf(one), { text: '', only, isCancelledShown })
      .flatMap((departure) => departure.tripOrders)
      .map((row) => row.trip.contact.last_name)
  expect(names([])).toEqual(['Lund', 'Weber'])
  expect(names([], true)).toEqual(['Lund', 'Weber', 'Vaz'])
  expect(names(['owes'])).toEqual(['Lund'])
  expect(names(['unsigned'])).toEqual(['Weber'])
  expect(names(['owes', 'unsigned'])).toEqual([])
  expect(sieveCounts(departuresOf(one))).toEqual({ out: 2, owes: 1, unsigned: 1 })
})

it('keeps what does not change the very same object, also where a day is filtered or grouped', () => {
  const gone = { ...order(8, 'Vaz', [booking(8)]), status: 'cancelled' as const }
  const slots = [11, 12, 13].map((id) =>
    slot(id, '09:00', [order(id, 'Lund', [booking(id * 10)]), order(id + 100, 'Weber', [booking(id * 10 + 1)]), gone]),
  )
  const before = { ...day, experiences: [{ ...day.experiences[0]!, timeslots: slots }] }
  const after = withStatus(before, [120], here, '2026-11-20T08:50:00Z')
  const shown = (one: Day, by: GroupBy) =>
    sectionsOf(filterDepartures(departuresOf(one), { text: '', only: [], isCancelledShown: false }), by).flatMap(
      ({ departures }) => departures,
    )
  for (const by of ['departure', 'experience', 'guide'] as const) {
    const [was, is] = [shown(before, by), shown(after, by)]
    expect(is.map(({ tripOrders }) => tripOrders.length)).toEqual([2, 2, 2])
    expect(is.map((one, place) => one === was[place])).toEqual([true, false, true])
    expect(is[1]?.tripOrders.map((one, place) => one === was[1]?.tripOrders[place])).toEqual([false, true])
  }
})

it('hides cancelled departures until they are asked for', () => {
  const off = { ...slot(11, '09:00', []), status: 'cancelled' }
  const one = { ...day, experiences: [{ ...day.experiences[0]!, timeslots: [off] }] }
  expect(idsOf({}, one)).toEqual([])
  expect(idsOf({ isCancelledShown: true }, one)).toEqual([11])
})

it.each<[GroupBy, [string | null, number[]][]]>([
  ['departure', [[null, [12, 21, 11]]]],
  [
    'experience',
    [
      ['Kayak', [12, 11]],
      ['Boat', [21]],
    ],
  ],
  [
    'guide',
    [
      ['Ana', [11]],
      ['Ben', [11]],
      [null, [12, 21]],
    ],
  ],
  [
    'resource',
    [
      ['Van 1', [21]],
      [null, [12, 11]],
    ],
  ],
  [
    'group',
    [
      ['Hotel Sol', [21]],
      [null, [11]],
    ],
  ],
])('groups by %s', (by, expected) => {
  const [kayak, boat] = [day.experiences[0]!, day.experiences[1]!]
  const [late, early] = [kayak.timeslots[0]!, kayak.timeslots[1]!]
  const [lund] = late.tripOrders
  const own = { ...order(9, 'Vaz', [booking(9)]), guides: [{ id: 2, name: 'Ben' }] }
  const led = { ...late, guides: [{ id: 1, name: 'Ana', color: '', role: 'lead' as const }], tripOrders: [lund!, own] }
  const party = order(2, 'Weber', [booking(4)])
  party.trip.group_name = 'Hotel Sol'
  const driven = { ...boat.timeslots[0]!, resources: [{ id: 1, name: 'Van 1' }], tripOrders: [party] }
  const one = {
    ...day,
    experiences: [
      { ...kayak, timeslots: [led, early] },
      { ...boat, timeslots: [driven] },
    ],
  }
  const sections = sectionsOf(departuresOf(one), by)
  expect(sections.map(({ title, departures }) => [title, departures.map(({ id }) => id)])).toEqual(expected)
  // Each heading stands before its first departure, and the first place of a departure keeps its key.
  const places = placesOf(sections)
  expect(places.map(({ departure }) => departure.id)).toEqual(expected.flatMap(([, ids]) => ids))
  expect(places.flatMap(({ section }) => (section ? [section.title] : []))).toEqual(expected.map(([title]) => title))
  expect(new Set(places.map(({ key }) => key)).size).toBe(places.length)
  expect(places.find(({ departure }) => departure.id === 11)?.key).toBe('11-0')
})
