/** What is called off: one departure, one day of an experience, or a whole day. */
export type Scope =
  | { kind: 'timeslot'; id: number; date: string; name: string; time: string }
  | { kind: 'date'; id: number; date: string; name: string }
  | { kind: 'day'; date: string }

export const refundModes = ['none', 'policy', 'full'] as const
export type RefundMode = (typeof refundModes)[number]

/** What somebody decides about a mass cancellation. */
export type Choices = {
  reason: string
  isNotified: boolean
  note: string
  allow_self_rebook: boolean
  allow_other_experience: boolean
  refund_mode: RefundMode
  exclude_experience_ids: number[]
  /** Leave departures alone that have guests. */
  only_empty: boolean
}

export const atFirst: Choices = {
  reason: '',
  isNotified: true,
  note: '',
  allow_self_rebook: true,
  allow_other_experience: false,
  refund_mode: 'full',
  exclude_experience_ids: [],
  only_empty: false,
}

type Tour = { id: number; name: string; color: string }
type TripRef = { trip_id: number; confirmation_code: string }

/** What exactly a mass cancellation would do. */
export type Preview = {
  affected: { orders: number; pax: number; trips: number }
  departures: {
    timeslot_id: number
    date: string
    start_time: string
    experience: Tour
    orders: number
    pax: number
  }[]
  money: {
    currency: string
    total_amount: number
    paid_amount: number
    refund_amount: number
    manual_refund_amount: number
  }
  messages: {
    email_cnt: number
    unreachable: (TripRef & { name: string })[]
    sample: { to: string; subject: string; text: string } | null
  }
  blocked: (TripRef & { message: string })[]
}

export type Begun = { job_id: number | null; affected: { orders: number; pax: number } }

/** What the job has done so far; amounts in minor units. */
export type Result = {
  date?: string
  currency?: string
  cancelled_cnt?: number
  refunded_amount?: number
  refund_failed_cnt?: number
  message_cnt?: number
}
