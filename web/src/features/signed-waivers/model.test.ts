import { describe, expect, it } from 'vitest'
import type { ManifestDay } from './api'
import { guestsOf, likeness, matches, ranked, stateOf, type Guest } from './model'

const guest = (id: number, name: string, more: Partial<Guest> = {}): Guest => ({
  ...{ id, name, ticket: 'Adult', contact: '', code: 'ABC', experience: 'Kayak', time: '09:00', isMissing: true },
  ...more,
})

describe('likeness', () => {
  it.each([
    ['Ana Müller', 'muller, ANA', 1],
    ['José Ruiz', 'Jose Ruiz', 1],
    ['Ana Ruiz', '', 0],
    ['Ana Ruiz', 'Bo Lund', 0],
  ])('of %s and %s', (one, other, expected) => expect(likeness(one, other)).toBe(expected))

  it('tells a slip of the pen from somebody else', () => {
    expect(likeness('Jonathan Weber', 'Jonathon Weber')).toBeGreaterThan(0.8)
    expect(likeness('Jonathan Weber', 'Mara Keller')).toBeLessThan(0.4)
  })
})

describe('ranked', () => {
  it('puts the closest name first, then who still has to sign', () => {
    const guests = [guest(1, 'Mara Keller', { isMissing: false }), guest(2, 'Bo Lund'), guest(3, 'Ana Ruis')]
    expect(ranked(guests, 'Ana Ruiz').map(({ guest: one, isClose }) => [one.id, isClose])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ])
  })

  it('finds whom nobody named by whoever booked, after whoever is called so', () => {
    const guests = [
      guest(1, '', { contact: 'Ana Ruiz' }),
      guest(2, 'Ana Ruiz'),
      guest(3, 'Bo', { contact: 'Ana Ruiz' }),
    ]
    expect(ranked(guests, 'Ana Ruiz').map(({ guest: one }) => one.id)).toEqual([2, 1, 3])
    expect(ranked(guests, 'Ana Ruiz')[2]?.isClose).toBe(false)
  })
})

it('guests of a day come in the order of departures, and say who still has to sign', () => {
  const booking = (id: number, first_name: string, last_name: string, state: string) => ({
    ...{ id, guest: { first_name, last_name }, customerType: { id: 1, name: 'Adult' }, waiver: { state } },
  })
  const slot = (start_time: string, last_name: string, bookings: object[]) => ({
    ...{ start_time, start_at: `2026-11-20T${start_time}:00Z` },
    tripOrders: [
      { trip: { contact: { first_name: 'Mara', last_name }, group_name: '', confirmation_code: 'ABC' }, bookings },
    ],
  })
  const timeslots = [
    slot('14:00', 'Weber', [booking(8, '', '', 'none')]),
    slot('09:00', 'Ruiz', [booking(7, 'Ana', 'Ruiz', 'missing')]),
  ]
  const day = { experiences: [{ id: 1, name: 'Kayak', timeslots }] } as unknown as ManifestDay
  expect(guestsOf(day)).toMatchObject([
    { id: 7, name: 'Ana Ruiz', time: '09:00', isMissing: true, experience: 'Kayak' },
    { id: 8, name: '', contact: 'Mara Weber', time: '14:00', isMissing: false },
  ])
})

it.each([
  ['ruiz', true],
  ['RUÍZ kayak', true],
  ['09:00', true],
  ['bo', false],
  ['', true],
])('the words %j find Ana Ruiz: %s', (text, expected) => expect(matches(guest(1, 'Ana Ruiz'), text)).toBe(expected))

it.each([
  [{ voided_at: '2026-01-01T00:00:00Z', expires_on: '2025-01-01', is_assigned: true }, 'void'],
  [{ voided_at: null, expires_on: '2026-05-31', is_assigned: true }, 'expired'],
  [{ voided_at: null, expires_on: '2026-06-01', is_assigned: true }, 'assigned'],
  [{ voided_at: null, expires_on: null, is_assigned: false }, 'unassigned'],
])('%j is %s', (row, expected) => expect(stateOf(row, '2026-06-01')).toBe(expected))
