import type { TripFull } from '@/api/models'
import type { Condition } from '@/components/table/model'
import type { SaveBody } from '@/features/sell/api'
import { nobody, type Cart, type WantedOrder } from '@/features/sell/model'
import type { Departure, Quantities, RepeatSale, Tour } from './types'

/** Who is told about a sale without a guest's name or address: the desk itself. */
export type Fallback = { name: string; email: string }

/**
 * What trip/save is told of a sale at a desk: a guest nobody named is the partner's, and whoever left
 * no address is reached through the agent.
 */
export function withFallback(body: SaveBody, fallback: Fallback): SaveBody {
  const typed = body.contact
  const isReachable = !!typed?.email || !!typed?.phone
  return {
    ...body,
    contact: {
      first_name: typed?.first_name || (typed?.last_name ? '' : fallback.name),
      last_name: typed?.last_name ?? '',
      email: isReachable ? (typed?.email ?? null) : fallback.email,
      phone: typed?.phone ?? null,
    },
  }
}

/** A key by which the server knows the same request again: of one sale, with the same words. */
export function keyOf(sale: string, body: unknown): string {
  const text = JSON.stringify(body)
  let hash = 5381
  for (let at = 0; at < text.length; at += 1) hash = ((hash * 33) ^ text.charCodeAt(at)) >>> 0
  return `desk-${sale}-${text.length}-${hash.toString(36)}`
}

/** A sale's order on a departure; guests that were chosen for the same experience stay. */
export function orderOn(
  tour: Pick<Tour, 'id' | 'name' | 'color'>,
  departure: Pick<Departure, 'timeslot_id' | 'date' | 'start_time' | 'is_flex'>,
  quantities: Quantities,
): WantedOrder {
  return {
    key: `desk-${tour.id}`,
    experience_id: tour.id,
    name: tour.name,
    color: tour.color,
    timeslot_id: departure.timeslot_id,
    date: departure.date,
    start_time: departure.start_time,
    is_flex: departure.is_flex,
    quantities,
  }
}

/** The sale that a draft is, which the server made: its guests on their departure, and who they are. */
export function cartOf({ tripOrders, contact }: TripFull, fallback: Fallback): Partial<Cart> {
  const [order] = tripOrders
  if (!order?.timeslot) return { orders: [] }
  const quantities: Quantities = {}
  for (const { experience_customer_type_id: kind } of order.bookings) quantities[kind] = (quantities[kind] ?? 0) + 1
  const { id, date, start_time, is_flex } = order.timeslot
  const departure = { timeslot_id: id, date, start_time, is_flex }
  const { first_name, last_name, email, phone } = contact
  const own = { email: email === fallback.email ? '' : (email ?? ''), phone: phone ?? '' }
  return {
    orders: [orderOn(order.experience, departure, quantities)],
    contact: { ...nobody, first_name, last_name, ...own },
  }
}

/** The party of a sale that is made again. */
export const partyOf = ({ guests }: Pick<RepeatSale, 'guests'>): Quantities =>
  Object.fromEntries(guests.map(({ experience_customer_type_id, qty }) => [experience_customer_type_id, qty]))

/** Two of whoever stands first: what most parties begin with. */
export function firstParty(tour: Tour, departure: Departure): Quantities {
  const [kind] = tour.guest_types
  const room = departure.left ?? Infinity
  if (!kind) return {}
  const qty = Math.min(2, kind.max_qty ?? 2, Math.floor(room / Math.max(1, kind.pax_per_booking)))
  return qty > 0 ? { [kind.experience_customer_type_id]: qty } : {}
}

/** How many seats a party takes. */
export const paxOf = (tour: Tour, quantities: Quantities) =>
  tour.guest_types.reduce(
    (sum, kind) => sum + kind.pax_per_booking * (quantities[kind.experience_customer_type_id] ?? 0),
    0,
  )

export type Fit = { is: 'ok' } | { is: 'empty' } | { is: 'full' | 'few' | 'many'; count: number }

/** How many seats of a departure a draft holds: they count as gone, but not for its own guests. */
export const heldBy = (trip: TripFull | null, { timeslot_id }: Pick<Departure, 'timeslot_id'>) =>
  (trip?.tripOrders ?? [])
    .filter((order) => order.hold !== null && order.timeslot?.id === timeslot_id)
    .flatMap((order) => order.bookings)
    .reduce((sum, booking) => sum + booking.pax_cnt, 0)

/**
 * Whether a party may go on a departure: there are seats, and it is neither too small nor too large.
 *
 * `held` seats are its own already.
 */
export function fitOf(tour: Tour, departure: Departure, quantities: Quantities, held = 0): Fit {
  const pax = paxOf(tour, quantities)
  if (pax === 0) return { is: 'empty' }
  const room = departure.left === null ? Infinity : departure.left + held
  if (pax > room) return { is: 'full', count: room }
  if (pax < departure.min_pax) return { is: 'few', count: departure.min_pax }
  if (pax > departure.max_pax) return { is: 'many', count: departure.max_pax }
  return { is: 'ok' }
}

export type Sum = { price: number; commission: number; net: number }

/** What tickets come to before fees, taxes on top and discounts; null for who sees no prices. */
export function sumOf({ prices }: Departure, quantities: Quantities): Sum | null {
  if (prices.length === 0) return null
  return prices.reduce(
    (sum, one) => {
      const qty = quantities[one.experience_customer_type_id] ?? 0
      return {
        price: sum.price + qty * one.price,
        commission: sum.commission + qty * one.commission_amount,
        net: sum.net + qty * one.net_amount,
      }
    },
    { price: 0, commission: 0, net: 0 },
  )
}

/** The same of the trip as the server reckons it, whole; null where prices are hidden. */
export function tripSum(trip: TripFull): Sum | null {
  if (trip.is_price_hidden) return null
  const commission = trip.commission?.commission_amount ?? 0
  return { price: trip.totals.total, commission, net: trip.totals.total - commission }
}

export type Collected =
  | { from: 'desk'; amount: number }
  | { from: 'guest'; amount: number; deposit: number }
  | { from: 'card'; amount: number; collected: number }
  | { from: 'nobody' }

/** Whose hands the money of a sale goes through, as agreed with the partner (domain.md 4.17). */
export function collectedOf(collectType: string, { price, commission, net }: Sum): Collected {
  switch (collectType) {
    case 'reseller_collects':
      return { from: 'desk', amount: price }
    case 'net_at_booking':
      return { from: 'card', amount: net, collected: price }
    case 'deposit_commission':
      return { from: 'guest', amount: price - commission, deposit: commission }
    case 'operator_collects':
      return { from: 'guest', amount: price, deposit: 0 }
    default:
      return { from: 'nobody' }
  }
}

/** What a guest's voucher says of money: nothing where it is the partner's, else paid and still to pay. */
export function voucherMoney(trip: TripFull): { paid: number; due: number } | null {
  if (trip.is_price_hidden || trip.paid_state === 'at_partner') return null
  const { paid, refunded, partner_deposit, balance } = trip.totals
  return { paid: paid - refunded + partner_deposit, due: Math.max(0, balance) }
}

export const spans = ['today', 'upcoming', 'past'] as const
export type Span = (typeof spans)[number]

const isSold: Condition = { field: 'status', op: 'in', value: ['reserved', 'under_review'] }

/** Which sold trips a tab shows, and in which order; a search looks through all of them. */
export function listOf(span: Span, search: string): { filters: Condition[]; sort: string } {
  if (search) return { filters: [isSold], sort: '-first_start_at' }
  const when = {
    today: ['today', 'today'],
    upcoming: ['today+1', null],
    past: [null, 'today-1'],
  }[span]
  const begins: Condition = { field: 'first_start_at', op: 'between', value: when }
  return { filters: [isSold, begins], sort: span === 'past' ? '-first_start_at' : 'first_start_at' }
}

/** The first of a month that lies so many months from another one. */
export function monthAt(day: string, months: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const at = new Date(Date.UTC(year, month - 1 + months, 1))
  return at.toISOString().slice(0, 10)
}
