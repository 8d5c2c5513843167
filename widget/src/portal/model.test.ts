import { describe, expect, it } from 'vitest'
import { isOneReason, nextStep, daysLeft, refusals, panelAt, signed, stageOf, stepsOf, unsignedCount, namesAndTickets } from './model'
import { changesOf, answersOf } from './panels/guests'
import { extrasOf } from './panels/extras'
import { allowed, portalWith, refused } from './testing'
import type { Addon } from './types'

const BEFORE = Date.parse('2026-11-10T18:00:00Z')
const AFTER = Date.parse('2026-11-28T18:00:00Z')
const trip = portalWith().trip

describe('how a trip stands', () => {
  it.each([
    ['coming', {}, BEFORE],
    ['over', {}, AFTER],
    ['canceled', { trip: { ...trip, schedule_state: 'cancelled' } }, BEFORE],
    ['canceled', { trip: { ...trip, tripOrders: trip.tripOrders.map((order) => ({ ...order, status: 'cancelled' })) } }, BEFORE],
    ['open', { trip: { ...trip, tripOrders: trip.tripOrders.map((order) => ({ ...order, timeslot: null })) } }, AFTER],
    ['open', { trip: { ...trip, tripOrders: [] } }, BEFORE],
    ['bought', { trip: { ...trip, tripOrders: [], giftCards: [{ id: 1, last4: '1234', purchased_amount: 5000, promo_amount: 0, recipient_name: '', status: 'active' }] } }, BEFORE],
  ] as const)('%s', (stage, changes, now) => {
    expect(stageOf(portalWith(changes as object), now)).toBe(stage)
  })

  it('counts days on the operator’s calendar, not on the reader’s', () => {
    // Half past midnight of the 27th in Berlin, still the 26th in UTC.
    expect(daysLeft(portalWith(), Date.parse('2026-11-26T23:30:00Z'))).toBe(0)
    expect(daysLeft(portalWith(), Date.parse('2026-11-26T22:30:00Z'))).toBe(1)
    expect(daysLeft(portalWith(), AFTER)).toBeNull()
  })
})

describe('the one thing that waits', () => {
  const due = { due_amount: 500, due_at: null, is_payable: true, collected_by: null }
  const waivers = [{ template: { id: 1, name: 'Risks' }, guests: [{ booking_id: 1, name: '', state: 'signed' }, { booking_id: 2, name: '', state: 'required' }] }]
  const [order] = portalWith().orders
  const move = { date: '2026-11-28', start_time: '10:00', start_at: '', amount: 1, pay_url: '', held_until: '' }

  it('is a move before money, money before waivers, waivers before a review', () => {
    const review = { ...portalWith().actions, review: allowed }
    expect(nextStep(portalWith())).toBeNull()
    expect(nextStep(portalWith({ actions: review }))).toBe('review')
    expect(nextStep(portalWith({ actions: review, waivers_required: waivers }))).toBe('sign')
    expect(nextStep(portalWith({ waivers_required: waivers, payments: due }))).toBe('pay')
    expect(nextStep(portalWith({ payments: due, orders: [{ ...order!, pending_move: move }] }))).toBe('confirmMove')
  })

  it('is no payment that a partner takes', () => {
    expect(nextStep(portalWith({ payments: { ...due, is_payable: false, collected_by: 'Hotel' } }))).toBeNull()
  })

  it('counts a guest with two waivers once', () => {
    expect(unsignedCount(portalWith({ waivers_required: [...waivers, ...waivers] }))).toBe(1)
  })
})

describe('why something may not be changed', () => {
  it('is said once where it is the same for everything', () => {
    const found = refusals({ rebook: refused('partner'), add_guests: refused('partner'), cancel: refused('partner') })
    expect(found).toHaveLength(3)
    expect(isOneReason(found)).toBe(true)
  })

  it('leaves out what the operator never offers, as long as it offers anything', () => {
    expect(refusals({ rebook: allowed, add_guests: refused('off'), cancel: refused('cutoff', '2026-11-26T15:30:00Z') })).toEqual([
      { name: 'cancel', reason: 'cutoff', until: '2026-11-26T15:30:00Z' },
    ])
    expect(refusals({ rebook: refused('off'), add_guests: refused('off'), cancel: refused('off') })).toHaveLength(3)
  })

  it('does not say what the page says anyway', () => {
    expect(refusals({ rebook: refused('canceled'), add_guests: refused('not_booked'), cancel: refused('done') })).toEqual([])
  })
})

it('opens the review that a message asks for, once it can be written', () => {
  const at = { search: '?trip=abc', hash: '#review' }
  const { actions } = portalWith()
  expect(panelAt(portalWith(), at)).toBeNull()
  expect(panelAt(portalWith({ actions: { ...actions, review: allowed } }), at)).toEqual({ name: 'review' })
  expect(panelAt(portalWith({ actions: { ...actions, review: allowed } }), { ...at, hash: '' })).toBeNull()
})

it('shows the steps of a policy that are still to come, earliest first', () => {
  const [policy] = portalWith().policies
  expect(stepsOf([...policy!.tiers].reverse(), BEFORE).map((tier) => tier.hours_before)).toEqual([48, 24])
  expect(stepsOf(policy!.tiers, Date.parse('2026-11-26T00:00:00Z')).map((tier) => tier.hours_before)).toEqual([24])
})

it('names guests, and counts the others by ticket', () => {
  expect(namesAndTickets(portalWith().orders[0]!.guests)).toEqual({ names: ['Mara Lund'], tickets: [['Adult', 1]] })
})

it.each([
  [500, '+5'],
  [-500, '−5'],
  [0, ''],
])('writes a difference of %i with its sign', (difference, text) => {
  expect(signed(difference, (minor) => String(minor / 100))).toBe(text)
})

it('keeps the sign with an amount that is set apart', () => {
  expect(signed(-500, () => '\u20665 €\u2069')).toBe('\u2066−5 €\u2069')
})

describe('what is sent', () => {
  it('of guests: what was typed and is something', () => {
    expect(changesOf({ 1: { first_name: ' Ana ', email: '  ' }, 2: { phone: '' } })).toEqual([{ booking_id: 1, first_name: 'Ana' }])
  })

  it('of answers: nothing is null', () => {
    expect(answersOf({ a: ' yes ', b: ' ', c: [], d: false })).toEqual([
      { key: 'a', value: 'yes' },
      { key: 'b', value: null },
      { key: 'c', value: null },
      { key: 'd', value: false },
    ])
  })

  it('of extras: for the order, and guest by guest', () => {
    const addon = (addon_id: number, scope: Addon['scope'], values: Addon['values'] = []): Addon => ({
      ...{ addon_id, scope, values, name: '', description: '', input: 'toggle', price: 0, price_per: 'unit' },
      ...{ min_qty: 0, max_qty: null, booking_ids: [1, 2] },
    })
    const addons = [addon(1, 'trip_order'), addon(2, 'booking', [{ id: 9, label: 'L', price: 0 }]), addon(3, 'trip_order')]
    const form = { 1: { qty: 2, guests: [], value: null, text: '' }, 2: { qty: 0, guests: [2], value: null, text: ' for Tom ' } }
    expect(extrasOf(addons, form)).toEqual({
      addons: [{ addon_id: 1, value_id: null, qty: 2 }],
      guests: [{ booking_id: 2, addons: [{ addon_id: 2, value_id: 9, qty: 1, text_value: 'for Tom' }] }],
    })
  })
})
