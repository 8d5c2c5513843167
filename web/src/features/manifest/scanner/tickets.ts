import { departuresOf, isIn, presenceOf, type Departure } from '../model'
import type { Booking, Day, Order } from '../types'

/** What a code stands for on a day: an order of a departure, and the guest whose ticket it is, if it is one's. */
export type Ticket = { departure: Departure; order: Order; guest: Booking | null }

const indexes = new WeakMap<Day, Map<string, Ticket[]>>()

function indexOf(day: Day): Map<string, Ticket[]> {
  const known = indexes.get(day)
  if (known) return known
  const index = new Map<string, Ticket[]>()
  const add = (code: string, ticket: Ticket) => index.set(code, [...(index.get(code) ?? []), ticket])
  for (const departure of departuresOf(day))
    for (const order of departure.tripOrders) {
      add(order.trip.confirmation_code, { departure, order, guest: null })
      for (const guest of order.bookings) add(guest.ticket_code, { departure, order, guest })
    }
  indexes.set(day, index)
  return index
}

/**
 * What a code stands for on a day; null when nobody of the day has it.
 *
 * A booking may have several departures: the one that is being boarded comes first, then whichever has guests to come.
 */
export function ticketOn(day: Day, code: string, boarding: number | null): Ticket | null {
  const found = indexOf(day).get(code) ?? []
  const here = found.find(({ departure }) => departure.id === boarding)
  const open = found.find(({ order }) => presenceOf(order).missing.length > 0)
  return here ?? open ?? found[0] ?? null
}

export type Verdict =
  /** Nothing to say: check in. */
  | { kind: 'ready'; guests: Booking[] }
  /** Something to know first: a balance, waivers, another day or another departure. */
  | { kind: 'ask'; guests: Booking[]; owes: number; unsigned: number; isOtherDay: boolean; isOtherDeparture: boolean }
  | { kind: 'already'; at: string | null; guests: Booking[] }
  | { kind: 'canceled' }

type Rules = { today: string; boarding: number | null; isWholeParty: boolean; isBalanceAsked: boolean }

/** What is to be done with a ticket: whom it would check in, and what stands in the way. */
export function verdictOn(ticket: Ticket, { today, boarding, isWholeParty, isBalanceAsked }: Rules): Verdict {
  const { departure, order, guest } = ticket
  if (order.status === 'cancelled' || departure.status === 'cancelled') return { kind: 'canceled' }
  const meant = guest && !isWholeParty ? [guest] : order.bookings
  const guests = meant.filter((one) => !isIn(one))
  if (guests.length === 0) return { kind: 'already', at: lastOf(meant), guests: meant }
  const owes = isBalanceAsked && !order.bookings.some(isIn) ? Math.max(0, order.trip.balance_amount) : 0
  const unsigned = guests.filter(({ waiver }) => waiver.state === 'missing').length
  const isOtherDay = departure.date !== today
  const isOtherDeparture = boarding !== null && departure.id !== boarding
  if (owes || unsigned || isOtherDay || isOtherDeparture)
    return { kind: 'ask', guests, owes, unsigned, isOtherDay, isOtherDeparture }
  return { kind: 'ready', guests }
}

const lastOf = (guests: Booking[]) =>
  guests
    .map((one) => one.checked_in_at)
    .sort()
    .at(-1) ?? null

/** Who of the party would be left outside once these are in. */
export const restOf = ({ order }: Ticket, guests: readonly Booking[]) =>
  presenceOf(order).missing.filter((one) => !guests.some(({ id }) => id === one.id))
