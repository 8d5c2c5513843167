'use client'
import { createContext, use } from 'react'
import type { Difference } from './meanwhile'
import type { May } from './may'
import type { Open } from './open'
import type { Booking, Change, Order, Payment, Trip } from './types'

export type TripDesk = {
  /** The trip as the address names it. */
  id: string
  trip: Trip
  /** The operator's time zone. */
  zone: string
  may: May
  /** Changes the trip; a refusal is thrown for the window that asked. */
  ask: (change: Change) => Promise<Trip>
  /** Changes the trip; a refusal is told in a message. */
  act: (change: Change) => void
  isPending: boolean
  /** Opens a window over the page. */
  open: (what: Open) => void
  /** What somebody else changed since it was last looked at, and how to say that it was seen. */
  news: Difference[]
  dismissNews: () => void
}

export const TripContext = createContext<TripDesk | null>(null)

/** The trip of the page and what can be done with it. */
export function useTrip(): TripDesk {
  const desk = use(TripContext)
  if (!desk) throw new Error('Only inside a trip page.')
  return desk
}

/** One order of the trip, null once it is gone. */
export function useOrder(id: number): Order | null {
  return useTrip().trip.tripOrders.find((order) => order.id === id) ?? null
}

/** One payment of the trip, null once it is gone. */
export function usePayment(id: number): Payment | null {
  return useTrip().trip.payments.find((payment) => payment.id === id) ?? null
}

/** One guest and the order they are in, null once they are gone. */
export function useGuest(id: number): { order: Order; booking: Booking } | null {
  for (const order of useTrip().trip.tripOrders) {
    const booking = order.bookings.find((one) => one.id === id)
    if (booking) return { order, booking }
  }
  return null
}
