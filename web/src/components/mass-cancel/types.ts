import type { components } from '@/api/schema'

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
  /** What the cancellation policy goes by. */
  cause: 'operator' | 'weather'
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
  cause: 'operator',
  isNotified: true,
  note: '',
  allow_self_rebook: true,
  allow_other_experience: false,
  refund_mode: 'full',
  exclude_experience_ids: [],
  only_empty: false,
}

type Answer = components['schemas']['CalledOffAnswer']

/** What exactly a mass cancellation would do. */
export type Preview = Pick<Answer, 'affected'> & {
  [Part in 'departures' | 'money' | 'messages' | 'blocked']: NonNullable<Answer[Part]>
}

/** What the job has done so far; amounts in minor units. */
export type Result = {
  date?: string
  currency?: string
  cancelled_cnt?: number
  refunded_amount?: number
  manual_refund_amount?: number
  message_cnt?: number
}
