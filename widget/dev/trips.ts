/** Trips, holds and payments of the development server, in memory. */
import { randomUUID } from 'node:crypto'
import { experienceOf, freeIn, pricesOf, slotOf, taken, timeslotRef, tours, type Slot } from './data.ts'
import { Refusal } from './refusal.ts'

type Quantity = { experience_customer_type_id: number; qty: number }
type Order = { id: number; experience_id: number; slot: Slot; quantities: Quantity[] }
export type Trip = {
  hash: string
  code: string
  status: 'draft' | 'converted' | 'refunded'
  contact: Record<string, string | null>
  order: Order | null
  holdExpiresAt: number | null
  holdSeats: number
  paid: number
  intent: { id: number; status: string } | null
}

export const trips = new Map<string, Trip>()
/** Knobs that a test or a person turns at /_mock/scenario: each makes one failure happen. */
export const scenario = { holdSeconds: 900, soldOutOnSave: false, confirm: 'succeeded', networkDown: '', priceRise: 0 }

let counter = 100

export function mustFind(hash: string): Trip {
  const trip = trips.get(hash)
  if (!trip) throw new Refusal(404, 'not_found', 'There is no such trip.')
  return trip
}

export const isHeld = (trip: Trip): boolean => (trip.holdExpiresAt ?? 0) > Date.now()

export function release(trip: Trip): void {
  const { order } = trip
  if (order && trip.holdSeats > 0) taken.set(order.slot.id, Math.max(0, (taken.get(order.slot.id) ?? 0) - trip.holdSeats))
  trip.holdSeats = 0
  trip.holdExpiresAt = null
}

const seatsOf = (order: Order): number => order.quantities.reduce((sum, { qty }) => sum + qty, 0)

export function hold(trip: Trip): void {
  const { order } = trip
  if (!order) return
  release(trip)
  const free = freeIn(order.slot)
  const isRefused = scenario.soldOutOnSave
  scenario.soldOutOnSave = false
  if (isRefused) taken.set(order.slot.id, order.slot.tour.capacity)
  if (isRefused || (!order.slot.tour.isUnlimited && free < seatsOf(order))) {
    throw new Refusal(409, 'sold_out', 'Sold out.', { remaining: isRefused ? 0 : free })
  }
  trip.holdSeats = seatsOf(order)
  taken.set(order.slot.id, (taken.get(order.slot.id) ?? 0) + trip.holdSeats)
  trip.holdExpiresAt = Date.now() + scenario.holdSeconds * 1000
}

type SaveBody = {
  id?: string
  contact?: Record<string, string>
  orders?: { experience_id: number; timeslot_id: number; quantities: Quantity[] }[]
}

function checkContact(contact: Record<string, string>): void {
  const fields: Record<string, string[]> = {}
  if (contact.email && /@example\.invalid$/.test(contact.email)) fields['contact.email'] = ['This address cannot receive mail.']
  if (Object.keys(fields).length > 0) throw new Refusal(422, 'validation_failed', 'Please check the form.', { fields })
}

export function save(body: SaveBody): Trip {
  const fresh = (): Trip => ({ hash: randomUUID(), code: `K${++counter}QX`, status: 'draft', contact: {}, order: null, holdExpiresAt: null, holdSeats: 0, paid: 0, intent: null })
  const trip = body.id ? mustFind(body.id) : fresh()
  if (body.contact) {
    checkContact(body.contact)
    trip.contact = body.contact
  }
  const [wanted] = body.orders ?? []
  if (wanted) {
    const slot = slotOf(wanted.timeslot_id)
    if (!slot) throw new Refusal(404, 'not_found', 'There is no such timeslot.')
    release(trip)
    trip.order = { id: trip.order?.id ?? ++counter, experience_id: wanted.experience_id, slot, quantities: wanted.quantities }
  }
  if (wanted || isHeld(trip)) hold(trip)
  trips.set(trip.hash, trip)
  return trip
}

const unitOf = (slot: Slot, id: number) => pricesOf(slot).find((price) => price.experience_customer_type_id === id)!

export function totalOf({ order }: Trip): number {
  const tickets = order?.quantities.reduce((sum, q) => sum + q.qty * unitOf(order.slot, q.experience_customer_type_id).price, 0) ?? 0
  return tickets + Math.round(tickets * 0.0725) + scenario.priceRise
}

function linesOf(trip: Trip) {
  const { order } = trip
  if (!order) return []
  const tickets = order.quantities.filter(({ qty }) => qty > 0).map((q, index) => {
    const { label, price } = unitOf(order.slot, q.experience_customer_type_id)
    return { id: index + 1, kind: 'ticket', label, qty: q.qty, unit_amount: price, amount: price * q.qty, trip_order_id: order.id, booking_id: null }
  })
  const tax = totalOf(trip) - tickets.reduce((sum, line) => sum + line.amount, 0)
  return [...tickets, { id: 99, kind: 'tax', label: 'Sales tax', qty: 1, unit_amount: tax, amount: tax, trip_order_id: order.id, booking_id: null }]
}

function orderJson({ order, holdExpiresAt }: Trip) {
  if (!order) return []
  const tour = tours.find(({ id }) => id === order.experience_id)!
  const { id, name, color, hero_image } = experienceOf(tour)
  const bookings = order.quantities.flatMap((q) => Array.from({ length: q.qty }, () => unitOf(order.slot, q.experience_customer_type_id)))
  return [{
    id: order.id,
    experience: { id, name, color, hero_image, meeting_point: 'Boathouse 3, Harbor Road' },
    timeslot: timeslotRef(order.slot),
    status: 'active',
    bookings: bookings.map((price, index) => ({ id: index + 1, customerType: price.customer_type, experience_customer_type_id: price.experience_customer_type_id, unit_amount: price.price, total_amount: price.price, pax_cnt: 1 })),
    hold: holdExpiresAt ? { uuid: String(order.id), expires_at: new Date(holdExpiresAt).toISOString() } : null,
  }]
}

export function tripJson(trip: Trip) {
  const total = totalOf(trip)
  const statusId = { draft: 1, converted: 2, refunded: 3 }[trip.status]
  return {
    id: null,
    hash: trip.hash,
    confirmation_code: trip.code,
    status: { id: statusId, slug: trip.status === 'converted' ? 'converted' : 'draft', name: trip.status },
    contact: trip.contact,
    currency: 'USD',
    totals: { subtotal: total, discount: 0, fee: 0, tax: 0, booking_fee: 0, total, tip: 0, paid: trip.paid, refunded: 0, balance: total - trip.paid, deposit_due: 0, due_now: total - trip.paid },
    tripOrders: orderJson(trip),
    payments: trip.paid ? [{ id: 1, kind: 'payment', method: 'card', amount: trip.paid, status: 'succeeded', card: { brand: 'visa', last4: '4242' } }] : [],
    priceLines: linesOf(trip),
    hold_expires_at: trip.holdExpiresAt ? new Date(trip.holdExpiresAt).toISOString() : null,
    is_expired: trip.status === 'draft' && !isHeld(trip),
    paid_state: trip.paid ? 'paid' : 'unpaid',
    version: 1,
  }
}
