import type { BookingStatus } from '@/api/models'
import { fullName } from '@/lib/names'
import type { Booking, Day, Order, Slot } from './types'

export type Departure = Slot & { experience: { id: number; name: string; color: string } }

/** What somebody sets the status of guests of one order to. */
export type Change = { orderId: number; bookingIds: number[]; to: BookingStatus }

const known = new WeakMap<Slot, Departure>()

// A slot that did not change stays the very same departure, so that its card need not be drawn again.
function departureOf(slot: Slot, experience: Departure['experience']): Departure {
  const before = known.get(slot)
  if (before?.experience.name === experience.name && before.experience.color === experience.color) return before
  const made = { ...slot, experience }
  known.set(slot, made)
  return made
}

/** The day in time order, whatever the experience. */
export function departuresOf(day: Day): Departure[] {
  return day.experiences
    .flatMap(({ id, name, color, timeslots }) => timeslots.map((slot) => departureOf(slot, { id, name, color })))
    .sort((a, b) => a.start_at.localeCompare(b.start_at) || a.experience.name.localeCompare(b.experience.name))
}

/** The first departure that has not left yet; null when the day is over. */
export function nextDeparture(departures: Departure[], now: number): Departure | null {
  return departures.find((one) => one.status !== 'cancelled' && new Date(one.start_at).getTime() >= now) ?? null
}

export function isIn(booking: Booking): boolean {
  return booking.checked_in_at !== null
}

export function isAbsent(booking: Booking): boolean {
  return booking.bookingStatus.slug === 'no_show'
}

/** Who of an order is expected, here and missing; the time of the last check-in once all are here. */
export function presenceOf({ bookings, status }: Order) {
  const expected = status === 'cancelled' ? [] : bookings.filter((booking) => !isAbsent(booking))
  const here = expected.filter(isIn)
  const missing = expected.filter((booking) => !isIn(booking))
  const isAllIn = expected.length > 0 && missing.length === 0
  const times = here.map((booking) => booking.checked_in_at).sort()
  return { expected, here, missing, isAllIn, lastAt: isAllIn ? times.at(-1) : undefined }
}

/** Guests of an order by customer type: [["Adult", 2], ["Child", 1]]. */
export function partyOf(order: Order): [string, number][] {
  const party = new Map<string, number>()
  for (const { customerType } of order.bookings) party.set(customerType.name, (party.get(customerType.name) ?? 0) + 1)
  return [...party]
}

export function nameOf({ trip }: Pick<Order, 'trip'>): string {
  return fullName(trip.contact) || trip.group_name || ''
}

/** Guests of an order that have a waiver to sign. */
export const unsigned = ({ waiver, status }: Order) =>
  status === 'cancelled' ? 0 : Math.max(0, waiver.required - waiver.signed)

/** Those guests, by number. */
export const unsignedIdsOf = ({ bookings }: Pick<Order, 'bookings'>) =>
  bookings.filter(({ waiver }) => waiver.state === 'missing').map((one) => one.id)

/** Everybody of a departure who is expected and not here yet, order by order. */
export function missingOf({ tripOrders }: Departure): { orderId: number; bookingIds: number[] }[] {
  return tripOrders
    .map((order) => ({ orderId: order.id, bookingIds: presenceOf(order).missing.map((booking) => booking.id) }))
    .filter(({ bookingIds }) => bookingIds.length > 0)
}

export type Owing = { trip: Order['trip']; name: string }

/** The trips that still owe, of orders of which these changes check somebody in as the first. */
export function owingOf(day: Day, changes: readonly Change[]): Owing[] {
  const arriving = changes.filter(({ to }) => to.slug === 'checked_in').map(({ orderId }) => orderId)
  const orders = departuresOf(day)
    .flatMap((slot) => slot.tripOrders)
    .filter((order) => arriving.includes(order.id) && order.trip.balance_amount > 0 && !order.bookings.some(isIn))
  const trips = new Map(orders.map((order) => [order.trip.id, { trip: order.trip, name: nameOf(order) }]))
  return [...trips.values()]
}

// What does not change stays the very same object, so that the screen draws only the rows that do.
function mapBookings(day: Day, change: (booking: Booking) => Booking): Day {
  const experiences = day.experiences.map((experience) => ({
    ...experience,
    timeslots: experience.timeslots.map((slot) => {
      const tripOrders = slot.tripOrders.map((order) => {
        const bookings = order.bookings.map(change)
        return bookings.every((booking, index) => booking === order.bookings[index]) ? order : { ...order, bookings }
      })
      const isSame = tripOrders.every((order, index) => order === slot.tripOrders[index])
      return isSame ? slot : { ...slot, tripOrders, checked_in_cnt: checkedIn(tripOrders) }
    }),
  }))
  const slots = experiences.flatMap((experience) => experience.timeslots)
  const checked_in_cnt = slots.reduce((sum, slot) => sum + slot.checked_in_cnt, 0)
  return { ...day, experiences, totals: { ...day.totals, checked_in_cnt } }
}

function checkedIn(orders: Order[]): number {
  return orders
    .filter((order) => order.status === 'active')
    .flatMap((order) => order.bookings.filter(isIn))
    .reduce((sum, booking) => sum + booking.pax_cnt, 0)
}

/** The manifest as it will be once the server has moved these bookings to a status at this instant. */
export function withStatus(day: Day, ids: readonly number[], status: BookingStatus, at: string): Day {
  return mapBookings(day, (booking) => {
    if (!ids.includes(booking.id)) return booking
    return { ...booking, bookingStatus: status, checked_in_at: status.slug === 'checked_in' ? at : null }
  })
}

export function bookingsOf(day: Day, ids: readonly number[]): Booking[] {
  return departuresOf(day)
    .flatMap((slot) => slot.tripOrders.flatMap((order) => order.bookings))
    .filter((booking) => ids.includes(booking.id))
}

/** What takes changes back: everybody to the status they have on this day. */
export function undoOf(day: Day, changes: readonly Change[]): Change[] {
  return changes.flatMap(({ orderId, bookingIds }) => {
    const before = new Map<number, { to: BookingStatus; bookingIds: number[] }>()
    for (const { id, bookingStatus } of bookingsOf(day, bookingIds)) {
      const found = before.get(bookingStatus.id) ?? { to: bookingStatus, bookingIds: [] }
      found.bookingIds.push(id)
      before.set(bookingStatus.id, found)
    }
    return [...before.values()].map(({ to, bookingIds: ids }) => ({ orderId, bookingIds: ids, to }))
  })
}

export function statusOf(day: Pick<Day, 'bookingStatuses'>, slug: string): BookingStatus {
  const found = day.bookingStatuses.find((status) => status.slug === slug)
  if (!found) throw new Error(`The operator has no booking status "${slug}".`)
  return found
}
