export type Lookup = { id: number; slug: string; name: string }

export type BookingStatus = { id: number; slug: string; name: string; color: string; kind: string }

export type Person = { first_name: string; last_name: string }
export type Contact = Person & { email: string; phone: string }

export type UserAvatar = {
  id: number
  name: string
  email: string
  kind: string
  role: Lookup
  image_url: string | null
  color: string
  is_hide_setup_tasks: boolean
}

export type Properties = {
  currency: string
  locale: string
  time_zone: string
  week_start: number
  ecom_phone_number: string | null
  brand_color: string
  logo_url: string | null
}

export type SetupTask = { slug: string; title: string; is_done: boolean; url: string }

export type AppInit = {
  bookingStatuses: BookingStatus[]
  properties: Properties
  account: {
    id: number
    slug: string
    name: string
    status: string
    currency: string
    locale: string
    time_zone: string
  }
  accountSlug: string
  userAvatar: UserAvatar
  permissions: string[]
  unread_cnt: number
  setupTasks: SetupTask[]
}

export type Login = { userAvatar: UserAvatar; next: string }

export type ManifestBooking = {
  id: number
  customerType: { id: number; name: string }
  guest: Person
  bookingStatus: BookingStatus
  checked_in_at: string | null
  is_comped: boolean
  pax_cnt: number
}

export type ManifestOrder = {
  id: number
  trip: {
    id: number
    hash: string
    confirmation_code: string
    status: Lookup
    contact: Contact
    group_name: string
    total_amount: number
    paid_amount: number
    balance_amount: number
  }
  note: string
  bookings: ManifestBooking[]
}

export type ManifestTimeslot = {
  id: number
  date: string
  start_time: string
  start_at: string
  end_at: string
  status: string
  capacity: number | null
  booked_pax_cnt: number
  held_pax_cnt: number
  checked_in_cnt: number
  booking_cnt: number
  by_type: { customer_type_id: number; name: string; cnt: number }[]
  guides: { id: number; name: string; color: string; role: string }[]
  resources: { id: number; name: string }[]
  note: string
  balance_amount: number
  tripOrders: ManifestOrder[]
}

export type Manifest = {
  date: string
  generated_at: string
  time_zone: string
  currency: string
  totals: { departures_cnt: number; pax_cnt: number; checked_in_cnt: number; balance_amount: number }
  experiences: { id: number; name: string; color: string; hero_image: string | null; timeslots: ManifestTimeslot[] }[]
  bookingStatuses: BookingStatus[]
  signature: string
}

export type TripBooking = {
  id: number
  customerType: { id: number; name: string }
  experience_customer_type_id: number
  guest: Contact
  bookingStatus: BookingStatus
  unit_amount: number
  is_comped: boolean
  pax_cnt: number
  ticket_code: string
  checked_in_at: string | null
  total_amount: number
}

export type TripTimeslot = {
  id: number
  date: string
  start_time: string
  start_at: string
  end_at: string
  is_flex: boolean
  status: string
}

export type TripOrder = {
  id: number
  experience: { id: number; name: string; color: string; hero_image: string | null; meeting_point: string }
  timeslot: TripTimeslot | null
  status: string
  is_comped: boolean
  bookings: TripBooking[]
  note: string
  guides: { id: number; name: string; role: string }[]
  resources: { id: number; name: string }[]
  totals: { subtotal: number; total: number }
  hold: { uuid: string; expires_at: string } | null
}

export type TripPayment = {
  id: number
  kind: string
  method: string
  amount: number
  tip_amount: number
  status: string
  card: { brand: string; last4: string } | null
  note: string
  received_at: string | null
}

export type PriceLine = {
  id: number
  kind: string
  label: string
  qty: number
  unit_amount: number
  amount: number
  trip_order_id: number | null
  booking_id: number | null
}

export type TripTotals = Record<
  | 'subtotal'
  | 'discount'
  | 'fee'
  | 'tax'
  | 'booking_fee'
  | 'total'
  | 'tip'
  | 'paid'
  | 'refunded'
  | 'balance'
  | 'deposit_due'
  | 'due_now',
  number
>

export type PaidState = 'unpaid' | 'deposit_paid' | 'paid' | 'overpaid'

export type TripFull = {
  id: number | null
  hash: string
  confirmation_code: string
  status: Lookup
  contact: Contact & { country: string; locale: string }
  group_name: string
  tripMethod: Lookup
  currency: string
  first_start_at: string | null
  experience_names: string[]
  pax_cnt: number
  totals: TripTotals
  tripOrders: TripOrder[]
  payments: TripPayment[]
  priceLines: PriceLine[]
  paid_state: PaidState
  created_at: string
  reserved_at: string | null
  version: number
  permissions: { can_edit: boolean; can_refund: boolean; can_check_in: boolean }
}

export type ExperienceRow = {
  id: number
  name: string
  slug: string
  status: Lookup
  default_capacity: number | null
  duration_minutes: number
  color: string
  hero_image: string | null
  min_price: number | null
  next_available_date: string | null
  timeslots_30d_cnt: number
  short_description: string
}

export type CustomerType = Lookup & { kind: string; position: number }

export type ExperienceCustomerType = {
  id: number
  customer_type: Lookup & { kind: string }
  label: string
  base_price: number
  pax_per_booking: number
  is_consume_capacity: boolean
  is_public: boolean
  min_qty: number
  max_qty: number | null
  min_age: number | null
  max_age: number | null
}

export type ExperienceFull = {
  id: number
  name: string
  status: Lookup
  capacity_type: Lookup
  default_capacity: number | null
  duration_minutes: number
  short_description: string
  description_html: string
  meeting_point: string
  color: string
  version: number
  customerTypes: ExperienceCustomerType[]
}

export type ExperienceIn = {
  id?: number
  version?: number
  name: string
  status: string
  capacity_type: string
  default_capacity: number | null
  duration_minutes: number
  short_description: string
  description_html: string
  meeting_point: string
  color: string
  customerTypes: (Partial<Omit<ExperienceCustomerType, 'customer_type'>> & {
    customer_type_id: number
    base_price: number
  })[]
}

export type AvailabilityIn = {
  date_from: string
  date_to?: string
  weekdays: number[]
  times?: string[]
  time_from?: string
  time_to?: string
  interval_minutes?: number
  capacity?: number
  dry_run: boolean
}

export type AvailabilityOut = {
  created_cnt: number
  timeslots: { date: string; start_time: string }[]
  conflicts: { date: string; start_time: string; reason: string }[]
}

export type HistoryEntry = {
  id: number
  at: string
  actor: { type: string; name: string }
  action: string
  summary: string
  changes: { field: string; before: unknown; after: unknown }[]
}

export type Portal = {
  trip: TripFull
  properties: Properties
  account: { slug: string; name: string }
  documents: { slug: string; title: string; url: string }[]
  locale: string
}

export type SignupState =
  | 'started'
  | 'email_pending'
  | 'email_confirmed'
  | 'domain_ok'
  | 'provisioning'
  | 'ready'
  | 'consumed'
  | 'expired'
  | 'rejected'
  | 'failed'

export type SignupInit = {
  signup_token: string
  state: SignupState
  email: string
  is_existing_login: boolean
  slug: string | null
  company_name: string
  countries: { code: string; name: string }[]
  currencies: { code: string; name: string }[]
  timezones: string[]
  tos: { id: number; version: string; title: string; sha256: string; body_html: string }
  progress: { step: number; steps: { slug: string; label: string; state: string }[] } | null
  account: { slug: string; name: string; url: string } | null
  base_domain: string
}

export type SignupAccountIn =
  | { signup_token: string }
  | {
      signup_token?: string
      email: string
      first_name: string
      last_name: string
      company_name: string
      locale: string
    }

export type SignupSignin = {
  redirect_url: string | null
  one_time_code: string | null
  accounts: { slug: string; name: string; url: string }[]
}

export type SignupRegisterIn = {
  signup_token: string
  slug: string
  password: string
  country: string
  currency: string
  time_zone: string
  business: { type: string }
  tos_id: number
  tos_sha256: string
  marketing_opt_in: boolean
}

export type DomainCheck = {
  available: boolean
  normalized: string
  reason: 'too_short' | 'too_long' | 'characters' | 'reserved' | 'taken' | 'look_alike' | null
  message: string
  suggestions: string[]
}
