/** Tables of the rules for add-ons, questions, carts and steps. */
import { describe, expect, it } from 'vitest'
import { addonErrors, addonsBody, addonsTotal, initialPicks, isSame, lackingPlaces, pickLines, placeOf, steppedQty, type Picks } from './addons'
import { contactSoFar, EMPTY_CONTACT } from './contact'
import { linesOfTrip } from './lines'
import { guestNames, newOrder, unchanged, withChoice, without } from './orders'
import { answerError, answerErrors, answerOf, answersBody, questionGroups, serverAnswerErrors } from './questions'
import { progress, stepBefore, toPay } from './checkout/path'
import { createPurchase } from './checkout/checkout'
import type { Checkout } from './checkout/flow'
import type { Addon, Question, QuestionKind, Trip, TripOrder } from './types'

const addon = (changes: Partial<Addon>): Addon => ({
  id: 1, name: 'A', description: '', scope: 'trip_order', input: 'toggle', values: [], is_required: false, min_qty: 0, max_qty: null,
  price: 1000, price_per: 'unit', image: null, booking_ids: [], ...changes,
})

const booking = (id: number, name: string, pax_cnt = 1, customFieldValues: Question[] = []) => ({
  id, experience_customer_type_id: name === 'Adult' ? 1 : 2, pax_cnt, customerType: { id: 1, name }, customFieldValues,
})

const timeslot = { id: 5, date: '2026-11-21', start_time: '09:00', start_at: '2026-11-21T17:00:00Z', end_at: null, is_flex: false, status: 'open' }

const order = (id: number, changes: Partial<TripOrder> = {}): TripOrder => ({
  id, status: 'active', timeslot, experience: { id: 12, name: 'Kayak', hero_image: null, meeting_point: null },
  bookings: [booking(31, 'Adult'), booking(32, 'Adult'), booking(33, 'Child')], customFieldValues: [], ...changes,
})

const trip = (tripOrders: TripOrder[], changes: Partial<Trip> = {}): Trip => ({
  hash: 'h', confirmation_code: 'K', status: { id: 1, slug: 'draft', name: 'Draft' }, contact: {}, currency: 'USD',
  totals: { total: 0, paid: 0, balance: 0, due_now: 0 }, tripOrders, payments: [], offerCodes: [], billLines: [], customFieldValues: [],
  hold_expires_at: null, is_expired: false, balance_due_at: null, ...changes,
})

const values = [{ id: 21, label: 'S', price_delta: 0, is_default: false }, { id: 22, label: 'L', price_delta: 300, is_default: false }]
const suit = addon({ id: 2, scope: 'booking', input: 'select', values, is_required: true, booking_ids: [31, 32] })

describe('add-ons', () => {
  it.each<[string, Partial<Addon>, Picks, number]>([
    ['once for the order', { price_per: 'order' }, { '1/': { valueId: null, qty: 1, text: '' } }, 1000],
    ['by the piece', { input: 'quantity' }, { '1/': { valueId: null, qty: 3, text: '' } }, 3000],
    ['for every guest of the order', { price_per: 'pax' }, { '1/': { valueId: null, qty: 1, text: '' } }, 4000],
    ['for one guest', { scope: 'booking', booking_ids: [31, 32] }, { '1/32': { valueId: null, qty: 1, text: '' } }, 1000],
    ['words', { input: 'text' }, { '1/': { valueId: null, qty: 1, text: 'Mia' } }, 1000],
    ['words that are none', { input: 'text' }, { '1/': { valueId: null, qty: 1, text: ' ' } }, 0],
    ['nothing', {}, {}, 0],
  ])('cost what the server will count: %s', (_name, changes, picks, sum) => {
    const party = order(7, { bookings: [booking(31, 'Adult'), booking(32, 'Boat', 2), booking(33, 'Child')] })
    expect(addonsTotal([addon(changes)], picks, party)).toBe(sum)
  })

  it('with a choice cost its difference, and are wanted for every guest', () => {
    const picks: Picks = { [placeOf(2, 31)]: { valueId: 22, qty: 1, text: '' } }
    expect(addonsTotal([suit], picks, order(7))).toBe(1300)
    expect(lackingPlaces([suit], picks)).toEqual(['2/32'])
    expect(addonsBody([suit], picks, order(7))).toEqual({
      addons: [],
      guests: [{ booking_id: 31, addons: [{ addon_id: 2, value_id: 22, qty: 1 }] }, { booking_id: 32, addons: [] }, { booking_id: 33, addons: [] }],
    })
  })

  it('that are alike are one line of the price', () => {
    const large = { valueId: 22, qty: 1, text: '' }
    const lines = pickLines([suit, addon({})], { '2/31': large, '2/32': large, '1/': { valueId: null, qty: 1, text: '' } }, order(7))
    expect(lines.map(({ text, amount }) => [text, amount])).toEqual([['A: L × 2', 2600], ['A', 1000]])
  })

  it('begin with what was chosen, else with the only or the proposed way of what must be', () => {
    const chosen = [{ addon_id: 2, value_id: 22, qty: 1, text_value: '', booking_id: 31 }]
    const picks = initialPicks({ available: [suit, addon({ id: 3, is_required: true }), addon({ id: 4 })], chosen })
    expect(picks).toEqual({
      '2/31': { valueId: 22, qty: 1, text: '' },
      '2/32': { valueId: null, qty: 0, text: '' },
      '3/': { valueId: null, qty: 1, text: '' },
    })
    expect(initialPicks({ available: [{ ...suit, values: [values[0]!], booking_ids: [31] }], chosen: [] })['2/31']).toMatchObject({ valueId: 21 })
    expect(isSame({ available: [suit], chosen }, initialPicks({ available: [suit], chosen }))).toBe(true)
    expect(isSame({ available: [suit], chosen }, {})).toBe(false)
  })

  it.each<[Partial<Addon>, number, 1 | -1, number]>([
    [{ input: 'quantity', min_qty: 2 }, 0, 1, 2],
    [{ input: 'quantity', min_qty: 2 }, 2, -1, 0],
    [{ input: 'quantity', max_qty: 3 }, 3, 1, 3],
    [{ input: 'quantity', is_required: true }, 1, -1, 1],
  ])('%j from %i by %i is %i', (changes, qty, direction, next) => expect(steppedQty(addon(changes), qty, direction)).toBe(next))

  it("show the server's objection where it belongs", () => {
    expect(addonErrors({ fields: { 'addon.booking.31.2': ['Please choose one.'], 'addon.trip_order.7.1': ['At most 1.'], other: ['x'] } })).toEqual({
      '2/31': 'Please choose one.',
      '1/': 'At most 1.',
    })
  })
})

const question = (kind: QuestionKind, changes: Partial<Question> = {}): Question => ({
  key: 'trip.1.1', label: 'Q', help_text: '', kind, options: [], validation: {}, ask_when: 'checkout', is_required: true, is_asked: true, is_answered: false, value: null, ...changes,
})

describe('questions', () => {
  it.each<[QuestionKind, Partial<Question>, Question['value'], string | null]>([
    ['text', {}, ' ', 'required'],
    ['text', {}, 'Sol', null],
    ['text', { is_required: false }, '', null],
    ['text', { validation: { max_length: 3 } }, 'Four', 'textLong'],
    ['number', { validation: { min: 1, max: 9 } }, '3,5', null],
    ['number', { validation: { min: 1 } }, '0', 'numberLeast'],
    ['number', { validation: { max: 9 } }, '10', 'numberMost'],
    ['number', {}, 'many', 'numberInvalid'],
    ['height', {}, '0', 'numberInvalid'],
    ['checkbox', {}, false, 'required'],
    ['checkbox', {}, true, null],
    ['multiselect', {}, [], 'required'],
    ['multiselect', {}, ['Nuts'], null],
    ['email', {}, 'jana@', 'emailInvalid'],
    ['phone', {}, '12', 'phoneInvalid'],
    ['select', {}, null, 'required'],
  ])('%s %j answered with %j: %s', (kind, changes, value, key) => {
    const error = answerError(question(kind, changes), value, true)
    expect(error && 'key' in error ? error.key : null).toBe(key)
  })

  it('about health count as answered although the answer is hidden', () => {
    expect(answerError(question('text', { is_answered: true }), null, false)).toBeNull()
    expect(answerError(question('text', { is_answered: true }), '', true)).toEqual({ key: 'required' })
  })

  const asked = trip([order(7, { bookings: [booking(31, 'Adult', 1, [question('height', { key: 'booking.31.3' })]), booking(32, 'Adult'), booking(33, 'Child')] })], {
    customFieldValues: [question('text', { value: 'Sol' }), question('text', { key: 'trip.1.2', ask_when: 'after_booking' }), question('text', { key: 'trip.1.9', is_asked: false })],
  })

  it('stand by trip, activity and guest, those that are asked now', () => {
    expect(questionGroups(asked).map(({ title, guest, questions }) => [title, guest, questions.map(({ key }) => key)])).toEqual([
      [null, null, ['trip.1.1']],
      ['Kayak', 'Adult 1', ['booking.31.3']],
    ])
    expect(Object.keys(answerErrors(asked, {}))).toEqual(['booking.31.3'])
    expect(answerOf({}, question('text', { value: 'Sol' }))).toBe('Sol')
  })

  it('send what was typed, and take back what was emptied', () => {
    const answers = { 'booking.31.3': ' 181 ', 'trip.1.1': '', 'booking.99.3': 'gone' }
    expect(answersBody(asked, answers)).toEqual([{ key: 'trip.1.1', value: null }, { key: 'booking.31.3', value: '181' }])
    expect(serverAnswerErrors({ fields: { 'booking.31.3': ['At most 230.'], 'contact.email': ['x'] } })).toEqual({ 'booking.31.3': { text: 'At most 230.' } })
  })
})

describe('the cart', () => {
  const choice = { orderId: null, experienceId: 13, timeslotId: 6, quantities: { 4: 2 } }
  const own = { id: 7, experience_id: 12, timeslot_id: 5, quantities: [{ experience_customer_type_id: 1, qty: 2 }, { experience_customer_type_id: 2, qty: 1 }] }
  const chosen = { experience_id: 13, timeslot_id: 6, quantities: [{ experience_customer_type_id: 4, qty: 2 }] }

  it('keeps what it has', () => {
    expect(withChoice(null, choice)).toEqual([chosen])
    expect(withChoice(trip([order(7)]), choice)).toEqual([own, chosen])
    expect(withChoice(trip([order(7), order(8)]), { ...choice, orderId: 7 })).toEqual([{ id: 7, ...chosen }, { ...own, id: 8 }])
    expect(without(trip([order(7), order(8)]), 7)).toEqual([{ ...own, id: 8 }])
    expect(unchanged(trip([order(7), order(8, { status: 'cancelled' })]))).toEqual([own])
    expect(newOrder(trip([order(7)]), trip([order(7), order(8)]))?.id).toBe(8)
  })

  it('tells guests of a kind apart', () => expect([...guestNames(order(7)).values()]).toEqual(['Adult 1', 'Adult 2', 'Child']))

  it('shows lines by activity, and what belongs to all of it last', () => {
    const line = (kind: string, trip_order_id: number | null, qty: number, amount: number) => ({
      kind, term: null, label: kind, qty, amount, is_inclusive: kind === 'tax', trip_order_id,
    })
    const { orders, rest } = linesOfTrip(trip([order(7), order(8)], { billLines: [line('ticket', 7, 2, 1000), line('ticket', 7, 1, 300), line('addon', 8, 1, 90), line('tax', 7, 1, 40)] }))
    expect(orders.map(({ lines }) => lines.map(({ text, amount }) => [text, amount]))).toEqual([[['ticket × 2', 1000], ['ticket', 300]], [['addon', 90]]])
    expect(rest.map(({ kind, isIncluded }) => [kind, isIncluded])).toEqual([['tax', true]])
  })
})

const state = (changes: Partial<Checkout>): Checkout => ({
  ...createPurchase({ experienceId: 12, date: '2026-11-21', search: '', theme: null, language: 'en', hasTerms: false, payment: null }).store.get(),
  ...changes,
})

describe('the steps', () => {
  const extras = { available: [addon({})], chosen: [] }

  it.each<[string, Partial<Checkout>, string | null]>([
    ['the first has none before it', { step: 'times' }, null],
    ['times come after the agenda', { step: 'times', entry: 'agenda' }, 'agenda'],
    ['contact after guests', { step: 'contact', trip: trip([order(7)]), orderId: 7 }, 'guests'],
    ['contact after extras', { step: 'contact', trip: trip([order(7)]), orderId: 7, extras }, 'extras'],
    ['payment after contact', { step: 'payment', trip: trip([order(7)]), orderId: 7 }, 'contact'],
    ['one more activity goes back to the cart', { step: 'agenda', trip: trip([order(7)]), orderId: null }, 'contact'],
    ['nothing is before the confirmation', { step: 'done', trip: trip([order(7)]), orderId: 7 }, null],
  ])('%s', (_name, changes, before) => expect(stepBefore(state(changes))).toBe(before))

  it('are numbered', () => expect([progress('times'), progress('extras'), progress('payment'), progress('done')]).toEqual([{ n: 1, of: 4 }, { n: 2, of: 4 }, { n: 4, of: 4 }, null]))

  it('end with what is due, or everything', () => {
    const totals = { total: 900, paid: 100, balance: 800, due_now: 80 }
    expect(toPay({ trip: trip([], { totals }), paysWhole: false })).toBe(80)
    expect(toPay({ trip: trip([], { totals }), paysWhole: true })).toBe(800)
    expect(toPay({ trip: trip([], { totals: { ...totals, due_now: -20 } }), paysWhole: false })).toBe(0)
  })
})

describe('a form that is half filled', () => {
  it.each([
    [{}, null],
    [{ email: 'jana@example.com' }, { email: 'jana@example.com' }],
    [{ email: ' jana@example.com', first_name: 'Jana ', phone: '12' }, { email: 'jana@example.com', first_name: 'Jana' }],
    [{ email: 'jana@', first_name: 'Jana' }, null],
  ])('%j', (typed, sent) => expect(contactSoFar({ ...EMPTY_CONTACT, ...typed })).toEqual(sent))
})
