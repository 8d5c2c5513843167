/** Shapes of the answers this frame reads, named as the server names them. Money is in minor units. */

export type Lookup = { id: number; slug: string; name: string }

export type Experience = {
  id: number
  name: string
  slug: string
  status: Lookup
  capacity_type: Lookup
  is_allow_manual_overbooking: boolean
  next_available_date: string | null
  category_ids: number[]
  short_description: string | null
  hero_image: string | null
  duration_minutes: number | null
  color: string | null
  min_price: number | null
  adult_price?: { name: string; amount: number } | null
  /** Whose the lowest price is, where it is not an adult's. */
  min_price_for?: string | null
}

export type Properties = {
  currency: string
  locale: string
  time_zone: string
  ecom_phone_number: string | null
  label_activity_singular: string | null
  label_activity_plural: string | null
  is_show_prices_on_calendar: boolean
  brand_color: string | null
  logo_url: string | null
  terms_html: string | null
  privacy_url: string | null
  /** Whether full departures have a waiting list. */
  is_waitlist_on?: boolean
}

export type PaymentSettings = {
  provider: string
  publishable_key: string
  script_url: string
  gateway_account?: string | null
  is_test: boolean
}

export type Init = {
  experiences: Experience[]
  properties: Properties
  account: { slug: string; name: string }
  isAuthenticated: boolean
  payment: PaymentSettings | null
}

export type DateEntry = {
  experience_id: number
  experience: { id: number; name: string }
  total_availability_cnt: number
  online_availability_cnt: number
  open_direct_timeslot_cnt: number
  open_online_timeslot_cnt: number
  pax_cnt: number
  /** So few seats that visitors are told how many. */
  few_left?: number
  timeslots?: PricedTimeslot[] | null
}

export type PricedTimeslot = {
  id: number
  start_time: string
  min_price: number | null
  availabilities: { customer_type: { id: number } }[]
}

/** Entries by day, YYYY-MM-DD. */
export type Dates = Record<string, DateEntry[]>

export type RangeAnswer = { requestId: number; dates: Dates }
