/** What the server says to a kiosk. */

export type Kiosk = {
  account: { name: string; logo_url: string | null; brand_color: string }
  device: string
  locale: string
  time_zone: string
  finds_by_name: boolean
  idle_seconds: number
  has_pin: boolean
}

export type Guest = {
  booking_id: number
  first_name: string
  ticket_type: string
  is_here: boolean
  checked_in_at: string | null
  has_signed: boolean
}

export type State = 'open' | 'early' | 'over' | 'other_day' | 'elsewhere' | 'canceled' | 'not_booked' | 'unscheduled'

export type Party = {
  state: State
  key: string | null
  experience: string
  date: string | null
  start_at: string | null
  opens_at: string | null
  place: string
  has_balance: boolean
  /** In minor units. */
  due_amount: number
  currency: string
  pays_by_phone: boolean
  must_pay_first: boolean
  must_sign_first: boolean
  guests: Guest[]
}

export type CheckedIn = { party: Party; checked_in_cnt: number; papers_cnt: number }

export type PaymentCode = { url: string; qr: string[]; expires_at: string; key: string }

export type Balance = { due_amount: number; currency: string }

export type Question = { code: string } | { last_name: string; phone_end: string }
