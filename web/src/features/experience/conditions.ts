import * as z from 'zod/mini'
import type { Conditions, ConditionsIn, Deposit } from '@/api/models'
import * as rules from '@/lib/rules'
import { channels } from './rates'

export const depositKinds = [
  'none',
  'per_booking_percent',
  'per_booking_amount',
  'per_order_percent',
  'per_order_amount',
] as const

export const isPercent = (kind: string) => kind.endsWith('percent')

const hours = z.nullable(rules.atLeast(0))

const deposit = z
  .object({
    kind: z.enum(depositKinds),
    rate_ppm: z.nullable(z.number()),
    amount: z.nullable(z.number()),
    full_if_within_hours: hours,
    balance_due_hours: hours,
    balance_due_days: hours,
    methods: z.array(z.enum(channels)),
    is_include_taxes: z.boolean(),
  })
  .check(
    z.refine((one) => !isPercent(one.kind) || (one.rate_ppm ?? 0) > 0, { path: ['rate_ppm'], message: 'required' }),
    z.refine((one) => !one.kind.endsWith('amount') || (one.amount ?? 0) > 0, { path: ['amount'], message: 'required' }),
  )

export const conditionsSchema = z.object({
  isOwn: z.boolean(),
  deposit,
  /** A cancellation policy, or 0 for the operator's. */
  policy: z.number(),
})

export type ConditionsForm = z.infer<typeof conditionsSchema>

export const shownConditions = [
  ...['kind', 'rate_ppm', 'amount', 'full_if_within_hours', 'balance_due_hours', 'balance_due_days', 'methods'].map(
    (name) => `deposit.${name}`,
  ),
  'policy',
]

/** The form of what an experience asks for itself; where it asks nothing, the operator's deposit is the start. */
export const conditionsOf = ({
  deposit: own,
  operator_deposit,
  cancellation_policy_id,
}: Conditions): ConditionsForm => ({
  isOwn: own !== null,
  deposit: depositOf(own ?? operator_deposit),
  policy: cancellation_policy_id ?? 0,
})

const depositOf = (one: Deposit): ConditionsForm['deposit'] => ({
  kind: depositKinds.find((kind) => kind === one.kind) ?? 'none',
  rate_ppm: one.rate_ppm || null,
  amount: one.amount || null,
  full_if_within_hours: one.full_if_within_hours ?? null,
  balance_due_hours: one.balance_due_hours ?? null,
  balance_due_days: one.balance_due_days ?? null,
  methods: channels.filter((method) => one.methods?.includes(method)),
  is_include_taxes: one.is_include_taxes ?? false,
})

/** The form as the server takes it: no deposit of its own is the operator's. */
export const conditionsBody = ({ isOwn, deposit: own, policy }: ConditionsForm, version: number): ConditionsIn => ({
  version,
  deposit: isOwn
    ? {
        ...own,
        rate_ppm: isPercent(own.kind) ? (own.rate_ppm ?? 0) : 0,
        amount: own.kind.endsWith('amount') ? (own.amount ?? 0) : 0,
      }
    : null,
  cancellation_policy_id: policy || null,
})
