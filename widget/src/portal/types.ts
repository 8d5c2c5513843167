/** The parts of the server's answers that the customer's page reads. Money is in minor units. */
import type { BillLine } from '../bill'

/** Whether something may be done here, until when, and why not. */
export type Action = { is_allowed: boolean; reason: string | null; until: string | null }

export type ActionName = 'rebook' | 'cancel' | 'add_guests' | 'edit_guests' | 'pay' | 'tip' | 'ask' | 'review' | 'wallet'

export type Tier = { hours_before: number; refund_ppm: number; fee_amount: number; until: string | null; is_current: boolean }

export type Policy = {
  trip_order_id: number
  name: string
  tiers: Tier[]
  moves_left: number
  /** Called off by the operator, who lets the customer book it anew: the same experience, or any. */
  rebook_offer: 'same' | 'any' | null
  rebook: Action
  cancel: Action
  add_guests: Action
}

export type QuestionKind =
  'text' | 'textarea' | 'number' | 'date' | 'select' | 'multiselect' | 'checkbox' | 'phone' | 'email' | 'country' | 'file' | 'height' | 'weight'

export type AnswerValue = string | number | boolean | string[] | { id: string; name: string } | null

export type Question = {
  key: string
  label: string
  help_text: string
  kind: QuestionKind
  options: string[]
  validation: { min?: number | null; max?: number | null; max_length?: number | null }
  is_required: boolean
  is_answered: boolean
  value: AnswerValue
}

export type Guest = {
  booking_id: number
  first_name: string
  last_name: string
  ticket: string
  email_hint: string
  phone_hint: string
  is_birth_date_asked: boolean
  is_birth_date_known: boolean
  is_checked_in: boolean
  questions: Question[]
}

export type PendingMove = { date: string; start_time: string; start_at: string; amount: number; pay_url: string; held_until: string }

export type PortalOrder = { trip_order_id: number; guests: Guest[]; questions: Question[]; pending_move: PendingMove | null }

export type Timeslot = { id: number; date: string; start_time: string; start_at: string; end_at: string | null }

export type TripOrder = {
  id: number
  experience: { id: number; name: string; hero_image: string | null; meeting_point: string }
  timeslot: Timeslot | null
  status: string
}

export type Place = { trip_order_id: number; lines: string[]; map_url: string | null; bring: string[] }

export type Message = { id: number; is_from_guest: boolean; body: string; created_at: string }

export type Receipt = {
  id: number
  kind: 'payment' | 'refund'
  amount: number
  tip_amount: number
  at: string
  method: string
  card: { brand: string | null; last4: string } | null
}

export type WaiverGuest = { booking_id: number; name: string; state: string }

export type GiftCard = { id: number; last4: string; purchased_amount: number; promo_amount: number; recipient_name: string; status: string }

export type Trip = {
  hash: string
  confirmation_code: string
  status: { slug: string; name: string }
  schedule_state: string
  contact: { first_name: string; last_name: string }
  currency: string
  totals: { total: number; paid: number; balance: number; tip: number }
  is_price_hidden: boolean
  tripOrders: TripOrder[]
  billLines: BillLine[]
  giftCards: GiftCard[]
}

export type Portal = {
  trip: Trip
  payments: { due_amount: number; due_at: string | null; is_payable: boolean; collected_by: string | null }
  properties: { time_zone: string; locale: string; brand_color: string; logo_url: string | null; tip_mode: string }
  account: { slug: string; name: string; phone: string | null; email: string | null }
  documents: { slug: string; title: string; url: string }[]
  waivers_required: { template: { id: number; name: string }; guests: WaiverGuest[] }[]
  actions: Record<ActionName, Action>
  policies: Policy[]
  orders: PortalOrder[]
  places: Place[]
  questions: Question[]
  messages: Message[]
  review: {
    rating: number
    nps: number | null
    body: string
    is_public: boolean
    created_at: string
    reply: string
    share: Record<string, string>
  } | null
  tip: { base_amount: number; suggestions_ppm: number[] } | null
  receipts: Receipt[]
}

/** Whose page it is where no trip is open. */
export type Operator = {
  name: string
  logo_url: string | null
  brand_color: string
  phone: string | null
  email: string | null
  locale: string
  time_zone: string
}

export type Departure = {
  timeslot_id: number
  start_time: string
  start_at: string
  end_at: string
  seats: number | null
  is_bookable: boolean
  is_current: boolean
  reason: string | null
  difference: number | null
}

export type MoveDay = { date: string; timeslots: Departure[] }

/** The days of one experience, and those it could be instead. */
export type MoveChoices = { experience_id: number; experiences: { id: number; name: string }[]; days: MoveDay[] }

export type Outcome = 'refund' | 'credit'

/** How what comes back gets there. */
export type RefundPart = { amount: number; by: 'card' | 'gift_card' | 'hand'; method: string; last4: string | null }

export type RefundOffer = { amount: number; outcomes: Outcome[]; parts: RefundPart[] }

export type MovePreview = {
  timeslot_id: number
  start_at: string
  old_total: number
  new_total: number
  difference: number
  due_now: number
  lost_addons: string[]
  refund: RefundOffer
  token: string
}

export type Move = { is_moved: boolean; amount: number; pay_url: string | null; held_until: string | null; refund_amount: number; credit_amount: number }

export type CancelLine = { trip_order_id: number; experience_name: string; gross: number; kept: number; fee: number; given_back: number; why: string }

export type CancelPreview = { lines: CancelLine[]; old_total: number; new_total: number; kept: number; refund: RefundOffer; token: string }

export type Cancel = { refund_amount: number; credit_amount: number }

export type Ticket = { experience_customer_type_id: number; name: string; price: number; min_age: number | null; max_age: number | null }

export type Addon = {
  addon_id: number
  name: string
  description: string
  scope: 'booking' | 'trip_order'
  input: string
  price: number
  price_per: string
  min_qty: number
  max_qty: number | null
  values: { id: number; label: string; price: number }[]
  booking_ids: number[]
}

export type Additions = { seats: number | null; tickets: Ticket[]; addons: Addon[] }

export type AdditionPreview = { old_total: number; new_total: number; difference: number; balance: number; token: string }

export type Addition = { balance: number; pay_url: string | null }

export type FoundTrip = { hash: string; confirmation_code: string; title: string; start_at: string | null; status: string }
