/** The parts of the server's answers that the payment page reads. Money is in minor units. */
import type { BillLine } from '../bill'
import type { PaymentSettings } from '../types'

export type LinkState = 'open' | 'paid' | 'expired' | 'void'

/** Whose place of a tab it is, and what is still open of it. */
export type Guest = { booking_id: number; name: string; type: string; due_amount: number }

export type Order = {
  experience_name: string
  hero_image: string | null
  date: string | null
  start_time: string | null
  guest_cnt: number
}

export type Receipt = {
  amount: number
  tip_amount: number
  paid_at: string
  method: string
  card: { brand: string; last4: string } | null
  /** What of it goes back to the card: an invoice did not ask for it any more. */
  returned_amount?: number
}

/** The invoice that is paid, where it is no trip: its number stands where a trip's code does. */
export type Invoice = { reseller_name: string; due_date: string | null; is_overdue: boolean; trips_cnt: number }

export type PayLink = {
  state: LinkState
  amount_mode: 'deposit' | 'balance' | 'fixed' | 'tab'
  /** What is asked for, without a tip and before a gift card. */
  amount: number
  /** What it was when the link was sent, where that is not what it is now. */
  sent_amount: number | null
  currency: string
  expires_at: string | null
  note: string
  operator: { name: string; logo_url: string | null; brand_color: string | null; phone: string | null; locale: string; time_zone: string }
  trip: { confirmation_code: string; first_name: string; total: number; paid: number; balance: number; portal_url: string | null }
  orders: Order[]
  billLines: BillLine[]
  guests: Guest[]
  tip: { base_amount: number; suggestions_ppm: number[] } | null
  gift_card: { last4: string; amount: number } | null
  payment: (PaymentSettings & { gateway_account: string | null; keeps_card: boolean }) | null
  receipts: Receipt[]
  invoice?: Invoice
}

export type Intent = { intent_id: number; client_secret: string; amount: number }

export type Outcome = {
  status: 'succeeded' | 'processing' | 'requires_action' | 'requires_method' | 'canceled' | 'refunded' | 'underpaid' | 'cart_changed'
  message: string | null
  link: PayLink
}
