/** The parts of the server's answers that the trip builder reads. */
import type { BillLine } from '../bill'
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
  /** Seats are mentioned when there are this few. */
  countdown_from: number
  /** Sold out, and visitors are asked to call. */
  is_call_to_book: boolean
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
  countdown_from: number
}

export type QuestionKind =
  'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'phone' | 'email' | 'country' | 'file' | 'height' | 'weight'

/** A file is known by its name. */
export type AnswerValue = string | number | boolean | string[] | { id: string; name: string } | null

/** A question of the operator's own, and what was said to it. */
export type Question = {
  key: string
  label: string
  help_text: string
  kind: QuestionKind
  options: string[]
  validation: { min?: number | null; max?: number | null; max_length?: number | null }
  ask_when: string
  is_required: boolean
  is_asked: boolean
  is_answered: boolean
  value: AnswerValue
}

export type ChosenAddon = { addon_id: number; value_id: number | null; qty: number; text_value: string; booking_id: number | null }

export type Addon = {
  id: number
  name: string
  description: string
  scope: 'booking' | 'trip_order'
  input: 'toggle' | 'select' | 'quantity' | 'text'
  values: { id: number; label: string; price_delta: number; is_default: boolean }[]
  is_required: boolean
  min_qty: number
  max_qty: number | null
  price: number
  price_per: 'unit' | 'pax' | 'order'
  image: string | null
  /** The guests who may have it; none where it is for the order as such. */
  booking_ids: number[]
}

export type OrderAddons = { available: Addon[]; chosen: ChosenAddon[] }

export type Booking = {
  id: number
  experience_customer_type_id: number
  pax_cnt: number
  customerType: { id: number; name: string }
  customFieldValues: Question[]
}

export type TripOrder = {
  id: number
  experience: { id: number; name: string; hero_image: string | null; meeting_point: string | null }
  timeslot: TimeslotRef | null
  status: string
  bookings: Booking[]
  customFieldValues: Question[]
}

export type OfferCode = { id: number; code: string; amount: number; public_description: string }

export type Payment = {
  id: number
  kind: string
  method: string
  amount: number
  status: string
  card: { brand: string; last4: string } | null
}

export type Trip = {
  hash: string
  confirmation_code: string
  status: Lookup
  contact: Partial<Record<'first_name' | 'last_name' | 'email' | 'phone', string | null>>
  currency: string
  totals: { total: number; paid: number; balance: number; due_now: number }
  tripOrders: TripOrder[]
  payments: Payment[]
  offerCodes: OfferCode[]
  billLines: BillLine[]
  customFieldValues: Question[]
  hold_expires_at: string | null
  is_expired: boolean
  balance_due_at: string | null
}

export type Warning = { code: string; message: string }

export type TripAnswer = { trip: Trip; warnings?: Warning[] }

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

export type PaymentStatus = 'succeeded' | 'processing' | 'requires_action' | 'requires_method' | 'canceled' | 'refunded' | 'underpaid' | 'cart_changed'

export type PaymentAnswer = {
  trip: Trip
  status: PaymentStatus
  next_action: Record<string, unknown> | null
  message: string | null
}

export const isDeleted = (trip: Trip): boolean => trip.status.slug === 'deleted'

/** A trip is a cart while it is a draft; anything else but a deleted one is an order. */
export const isOrdered = (trip: Trip): boolean => trip.status.slug !== 'draft' && !isDeleted(trip)

/** What of a trip is booked, in the order it was put there. */
export const activeOrders = (trip: Trip | null): TripOrder[] => trip?.tripOrders.filter((order) => order.status === 'active') ?? []

export const orderOf = (trip: Trip | null, id: number | null): TripOrder | null => activeOrders(trip).find((order) => order.id === id) ?? null

/** Gift cards that pay a part of the cart. */
export const cardsOn = (trip: Trip): Payment[] =>
  trip.payments.filter(({ method, status, kind }) => method === 'gift_card' && status === 'succeeded' && kind === 'payment')
