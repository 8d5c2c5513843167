/** The parts of the server's answers that the trip builder reads. */
import type { Lookup } from '../types'

export type TimeslotRef = {
  id: number
  date: string
  start_time: string
  start_at: string
  end_at: string | null
  is_flex: boolean
  status: string
}

export type Timeslot = TimeslotRef & {
  experience_id: number
  is_unlimited: boolean
  online_availability_cnt: number
  is_bookable: boolean
  reason: string | null
  min_price: number | null
}

export type Price = {
  experience_customer_type_id: number
  customer_type: { id: number; slug: string; name: string; kind: string }
  label: string | null
  price: number
  original_price: number | null
  min_qty: number | null
  max_qty: number | null
  min_age: number | null
  max_age: number | null
  remaining: number | null
  pax_per_booking: number
}

export type PriceList = {
  timeslot_id: number
  currency: string
  prices: Price[]
  min_pax: number | null
  max_pax: number | null
}

export type PriceLine = { id: number; kind: string; label: string; qty: number; unit_amount: number; amount: number; is_inclusive?: boolean }

export type TripOrder = {
  id: number
  experience: { id: number; name: string; hero_image: string | null; meeting_point: string | null }
  timeslot: TimeslotRef | null
  status: string
  bookings: { id: number; experience_customer_type_id: number; customerType: { id: number; name: string } }[]
}

export type Trip = {
  hash: string
  confirmation_code: string
  status: Lookup
  contact: Partial<Record<'first_name' | 'last_name' | 'email' | 'phone', string | null>>
  currency: string
  totals: { total: number; paid: number; balance: number; due_now: number }
  tripOrders: TripOrder[]
  payments: { id: number; amount: number; status: string; card: { brand: string; last4: string } | null }[]
  priceLines: PriceLine[]
  hold_expires_at: string | null
  is_expired: boolean
}

export type TripAnswer = { trip: Trip }

/** The server's own number of a payment, not the gateway's. */
export type IntentId = number

export type Intent = {
  intent_id: IntentId
  client_secret: string
  amount: number
  currency: string
  publishable_key: string
  gateway_account: string | null
  hold_expires_at: string | null
}

export type PaymentStatus = 'succeeded' | 'processing' | 'requires_action' | 'requires_method' | 'canceled' | 'refunded'

export type PaymentAnswer = {
  trip: Trip
  status: PaymentStatus
  next_action: Record<string, unknown> | null
  message: string | null
}

export const isDeleted = (trip: Trip): boolean => trip.status.slug === 'deleted'

/** A trip is a cart while it is a draft; anything else but a deleted one is an order. */
export const isOrdered = (trip: Trip): boolean => trip.status.slug !== 'draft' && !isDeleted(trip)

export const activeOrder = (trip: Trip | null): TripOrder | null =>
  trip?.tripOrders.find((order) => order.status === 'active') ?? null
