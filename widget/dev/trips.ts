/** Trips, holds and payments of the development server, in memory. */
import { randomUUID } from 'node:crypto'
import { experienceOf, freeIn, pricesOf, slotOf, taken, timeslotRef, tours, type Slot } from './data.ts'
import { addonLines, questionsOf, type Chosen } from './extras.ts'
import { Refusal } from './refusal.ts'

type Quantity = { experience_customer_type_id: number; qty: number }
export type Order = { id: number; experience_id: number; slot: Slot; quantities: Quantity[]; addons: Chosen[] }
export type Trip = {
  hash: string
  code: string
  status: 'draft' | 'converted' | 'refunded'
  contact: Record<string, string | null>
  mayRemind: boolean
  answers: Map<string, unknown>
  orders: Order[]
  holdExpiresAt: number | null
  offers: { id: number; code: string; share: number }[]
  cards: { id: number; last4: string; amount: number }[]
  paid: number
  intent: { id: number; status: string; amount: number } | null
}

export const trips = new Map<string, Trip>()
/** Knobs that a test or a person turns at /_mock/scenario: each makes one failure happen, or one setting. */
export const scenario = { holdSeconds: 900, soldOutOnSave: false, confirm: 'succeeded', networkDown: '', priceRise: 0, depositShare: 0, extras: false, questions: false }

let counter = 100

export const nextId = (): number => ++counter

export function mustFind(hash: string): Trip {
  const trip = trips.get(hash)
  if (!trip) throw new Refusal(404, 'not_found', 'There is no such trip.')
  return trip
}

export function mustFindOrder(trip: Trip, id: number): Order {
  const order = trip.orders.find((one) => one.id === id)
  if (!order) throw new Refusal(404, 'not_found', 'There is no such trip order.')
  return order
}

export const isHeld = (trip: Trip): boolean => (trip.holdExpiresAt ?? 0) > Date.now()
const seatsOf = (order: Order): number => order.quantities.reduce((sum, { qty }) => sum + qty, 0)
const seat = ({ slot }: Order, count: number): void => void taken.set(slot.id, Math.max(0, (taken.get(slot.id) ?? 0) + count))

export function release(trip: Trip): void {
  if (trip.holdExpiresAt !== null) for (const order of trip.orders) seat(order, -seatsOf(order))
  trip.holdExpiresAt = null
}

export function hold(trip: Trip): void {
  release(trip)
  const isRefused = scenario.soldOutOnSave
  scenario.soldOutOnSave = false
  for (const order of trip.orders) {
    if (isRefused) taken.set(order.slot.id, order.slot.tour.capacity)
    const free = freeIn(order.slot)
    if (isRefused || (!order.slot.tour.isUnlimited && free < seatsOf(order))) {
      throw new Refusal(409, 'sold_out', 'Sold out.', { remaining: isRefused ? 0 : free })
    }
  }
  for (const order of trip.orders) seat(order, seatsOf(order))
  trip.holdExpiresAt = trip.orders.length > 0 ? Date.now() + scenario.holdSeconds * 1000 : null
}

export type SaveBody = {
  id?: string
  contact?: Record<string, string>
  may_remind?: boolean
  customFieldValues?: { key: string; value: unknown }[]
  orders?: { id?: number; experience_id: number; timeslot_id: number; quantities: Quantity[] }[]
}

function checkContact(contact: Record<string, string>): void {
  const fields: Record<string, string[]> = {}
  if (contact.email && /@example\.invalid$/.test(contact.email)) fields['contact.email'] = ['This address cannot receive mail.']
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'validation_failed', 'Please check the form.', { fields })
}

function wantedOrder(trip: Trip, wanted: NonNullable<SaveBody['orders']>[number]): Order {
  const slot = slotOf(wanted.timeslot_id)
  if (!slot) throw new Refusal(404, 'not_found', 'There is no such timeslot.')
  const before = trip.orders.find(({ id }) => id === wanted.id)
  return { id: before?.id ?? nextId(), experience_id: wanted.experience_id, slot, quantities: wanted.quantities, addons: before?.addons ?? [] }
}

const fresh = (): Trip => ({
  hash: randomUUID(),
  code: `K${nextId()}QX`,
  status: 'draft',
  contact: {},
  mayRemind: false,
  answers: new Map(),
  orders: [],
  holdExpiresAt: null,
  offers: [],
  cards: [],
  paid: 0,
  intent: null,
})

export function save(body: SaveBody): Trip {
  const trip = body.id ? mustFind(body.id) : fresh()
  if (body.contact) {
    checkContact(body.contact)
    trip.contact = body.contact
  }
  trip.mayRemind = body.may_remind ?? trip.mayRemind
  for (const { key, value } of body.customFieldValues ?? []) trip.answers.set(key, value)
  if (body.orders) {
    const wanted = body.orders.map((order) => wantedOrder(trip, order))
    release(trip)
    trip.orders = wanted
    hold(trip)
  }
  trips.set(trip.hash, trip)
  return trip
}

const unitOf = (slot: Slot, id: number) => pricesOf(slot).find((price) => price.experience_customer_type_id === id)!

type Line = { id: number; kind: string; label: string; qty: number; unit_amount: number; amount: number; trip_order_id: number | null; booking_id: null }

function linesOf(trip: Trip): Line[] {
  let id = 0
  const line = (kind: string, label: string, qty: number, unit: number, order: number | null): Line => ({ id: ++id, kind, label, qty, unit_amount: unit, amount: unit * qty, trip_order_id: order, booking_id: null })
  const own = trip.orders.flatMap((order) => [
    ...order.quantities.filter(({ qty }) => qty > 0).map((q) => {
      const { label, price } = unitOf(order.slot, q.experience_customer_type_id)
      return line('ticket', label, q.qty, price, order.id)
    }),
    ...addonLines(order.addons).map(({ label, amount }) => line('addon', label, 1, amount, order.id)),
  ])
  if (own.length === 0) return []
  const subtotal = own.reduce((sum, { amount }) => sum + amount, 0)
  const off = trip.offers.map(({ code, share }) => line('discount', code, 1, -Math.round(subtotal * share), null))
  const net = subtotal + off.reduce((sum, { amount }) => sum + amount, 0)
  return [...own, ...off, line('tax', 'Sales tax', 1, Math.round(net * 0.0725) + scenario.priceRise, null)]
}

export const totalOf = (trip: Trip): number => linesOf(trip).reduce((sum, { amount }) => sum + amount, 0)

export const paidByCards = (trip: Trip): number => trip.cards.reduce((sum, { amount }) => sum + amount, 0)

/** What is owed, and what of it is due to book. */
export function dueOf(trip: Trip): { balance: number; due: number } {
  const total = totalOf(trip)
  const paid = trip.paid + paidByCards(trip)
  const wanted = scenario.depositShare > 0 ? Math.round(total * scenario.depositShare) : total
  return { balance: total - paid, due: Math.max(0, wanted - paid) }
}

export const bookingsOf = (order: Order) =>
  order.quantities
    .flatMap((q) => Array.from({ length: q.qty }, () => unitOf(order.slot, q.experience_customer_type_id)))
    .map((price, index) => ({ price, id: order.id * 100 + index }))

function orderJson(trip: Trip, order: Order) {
  const { id, name, color, hero_image } = experienceOf(tours.find((tour) => tour.id === order.experience_id)!)
  return {
    id: order.id,
    experience: { id, name, color, hero_image, meeting_point: 'Boathouse 3, Harbor Road' },
    timeslot: timeslotRef(order.slot),
    status: 'active',
    bookings: bookingsOf(order).map(({ price, id: bookingId }) => ({
      id: bookingId,
      customerType: { id: price.customer_type.id, name: price.customer_type.name },
      experience_customer_type_id: price.experience_customer_type_id,
      unit_amount: price.price,
      total_amount: price.price,
      pax_cnt: 1,
      customFieldValues: questionsOf('booking', bookingId, trip.answers, scenario.questions),
    })),
    customFieldValues: questionsOf('trip_order', order.id, trip.answers, scenario.questions),
    hold: trip.holdExpiresAt ? { uuid: String(order.id), expires_at: new Date(trip.holdExpiresAt).toISOString() } : null,
  }
}

const paymentJson = (id: number, method: string, amount: number, last4: string) => ({
  id, kind: 'payment', method, amount, status: 'succeeded', card: { brand: method === 'card' ? 'visa' : '', last4 },
})

export function tripJson(trip: Trip) {
  const total = totalOf(trip)
  const { balance, due } = dueOf(trip)
  const paid = trip.paid + paidByCards(trip)
  const statusId = { draft: 1, converted: 2, refunded: 3 }[trip.status]
  const lines = linesOf(trip)
  const off = (code: string): number => lines.find(({ kind, label }) => kind === 'discount' && label === code)?.amount ?? 0
  return {
    id: null,
    hash: trip.hash,
    confirmation_code: trip.code,
    status: { id: statusId, slug: trip.status === 'converted' ? 'converted' : 'draft', name: trip.status },
    contact: trip.contact,
    currency: 'USD',
    totals: { subtotal: total, discount: 0, fee: 0, tax: 0, booking_fee: 0, total, tip: 0, paid, refunded: 0, balance, deposit_due: due, due_now: due },
    tripOrders: trip.orders.map((order) => orderJson(trip, order)),
    customFieldValues: questionsOf('trip', 1, trip.answers, scenario.questions),
    offerCodes: trip.offers.map(({ id, code }) => ({ id, code, amount: off(code), public_description: 'Welcome back: a tenth off' })),
    payments: [...(trip.paid ? [paymentJson(1, 'card', trip.paid, '4242')] : []), ...trip.cards.map(({ id, amount, last4 }) => paymentJson(id, 'gift_card', amount, last4))],
    priceLines: lines,
    billLines: lines.map((line) => ({ ...line, term: null, is_inclusive: false })),
    balance_due_at: scenario.depositShare > 0 && trip.orders[0] ? timeslotRef(trip.orders[0].slot).start_at : null,
    hold_expires_at: trip.holdExpiresAt ? new Date(trip.holdExpiresAt).toISOString() : null,
    is_expired: trip.status === 'draft' && trip.orders.length > 0 && !isHeld(trip),
    paid_state: paid ? 'paid' : 'unpaid',
    version: 1,
  }
}
