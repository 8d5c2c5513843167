import { dayIn } from '@/lib/dates'
import { isolate } from '@/lib/isolate'
import { fullName } from '@/lib/names'
import type { Booking, Order, Trip } from './types'

export const isLive = (order: Order) => order.status !== 'cancelled'

/** Whether all that was booked is canceled, and nothing else was bought. */
export function isCalledOff({ status, tripOrders, bookingProducts, giftCards }: Trip): boolean {
  if (!['reserved', 'under_review'].includes(status.slug)) return false
  return tripOrders.length > 0 && !tripOrders.some(isLive) && bookingProducts.length === 0 && giftCards.length === 0
}

/** How the guests of an order are told in a few words: kinds with their numbers, in their own order. */
export function kindsOf(bookings: readonly Booking[]): { id: number; name: string; qty: number }[] {
  const kinds = new Map<number, { id: number; name: string; qty: number }>()
  for (const { experience_customer_type_id: id, customerType } of bookings) {
    const known = kinds.get(id)
    kinds.set(id, { id, name: customerType.name, qty: (known?.qty ?? 0) + 1 })
  }
  return [...kinds.values()]
}

/** Whose ticket it is: a name, else the kind and which one of it in the order ("Adult 2"). */
export function guestName(booking: Booking, order: Order): string {
  const name = fullName(booking.guest)
  if (name) return name
  const alike = order.bookings.filter((one) => one.experience_customer_type_id === booking.experience_customer_type_id)
  const place = alike.indexOf(booking) + 1
  return alike.length > 1 ? `${isolate(booking.customerType.name)} ${place}` : booking.customerType.name
}

export type Step = 'restore' | 'review' | 'expired' | 'reserve' | 'schedule' | 'pay' | 'check_in' | null

/** What is to be done with the trip next, the most pressing first. */
export function nextStep(trip: Trip, zone: string, now = new Date()): Step {
  const live = trip.tripOrders.filter(isLive)
  switch (trip.status.slug) {
    case 'deleted':
      return 'restore'
    case 'under_review':
      return 'review'
    case 'draft':
      return trip.is_expired ? 'expired' : live.length > 0 || trip.bookingProducts.length > 0 ? 'reserve' : null
  }
  if (live.some((order) => order.schedule_state === 'unscheduled')) return 'schedule'
  const today = dayIn(zone, now)
  if (live.some((order) => order.timeslot?.date === today && waiting(order).length > 0)) return 'check_in'
  return trip.totals.balance > 0 ? 'pay' : null
}

/** Guests who are neither here nor known not to come. */
export const waiting = (order: Order) => order.bookings.filter((one) => one.bookingStatus.slug === 'not_checked_in')

/** The trip with one of its orders changed. */
export function withOrder(trip: Trip, id: number, change: (order: Order) => Order): Trip {
  return { ...trip, tripOrders: trip.tripOrders.map((order) => (order.id === id ? change(order) : order)) }
}

/** The trip with one of its guests changed. */
export function withGuest(trip: Trip, id: number, change: (booking: Booking) => Booking): Trip {
  const tripOrders = trip.tripOrders.map((order) => ({
    ...order,
    bookings: order.bookings.map((booking) => (booking.id === id ? change(booking) : booking)),
  }))
  return { ...trip, tripOrders }
}
