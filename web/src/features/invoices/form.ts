import * as z from 'zod/mini'
import * as rules from '@/lib/rules'
import { instantAt } from '@/lib/wall-time'
import type { Discount } from '@/components/invoices/api'
import { methods } from '@/components/invoices/model'

const emails = z.array(z.email('email')).check(z.maxLength(20, 'tooLong'))

/** At least one of them gets it; whoever else is copied may be none. */
export const sendSchema = z.object({
  to: emails.check(z.minLength(1, 'required')),
  cc: emails,
  message: rules.trimmed(2000),
})
export type SendValues = { to: string[]; cc: string[]; message: string }

export type DiscountValues = {
  way: 'amount' | 'share'
  amount: number | null
  ppm: number | null
  reason: string
}

/** A discount is told one way, and never more than `most`, in minor units of what the lines come to. */
export const discountSchema = (most: number, subtotal: number, tooMuch: string) =>
  z
    .object({
      way: z.enum(['amount', 'share']),
      amount: z.nullable(z.number()),
      ppm: z.nullable(z.number()),
      reason: rules.trimmed(2000),
    })
    .check(
      z.refine((typed: DiscountValues) => typed.way !== 'amount' || (typed.amount ?? 0) <= most, {
        path: ['amount'],
        message: tooMuch,
      }),
      z.refine((typed: DiscountValues) => typed.way !== 'share' || typed.ppm !== null, {
        path: ['ppm'],
        message: 'required',
      }),
      z.refine(
        (typed: DiscountValues) =>
          typed.way !== 'share' || Math.round((subtotal * (typed.ppm ?? 0)) / 1_000_000) <= most,
        { path: ['ppm'], message: tooMuch },
      ),
    )

/** Nothing typed takes the discount away. */
export const discountBody = ({ way, amount, ppm }: DiscountValues): Discount =>
  way === 'share' ? { ppm: ppm ?? 0 } : { amount: amount ?? 0 }

export type PaymentValues = {
  amount: number | null
  method: (typeof methods)[number]
  paid_on: string | null
  note: string
}

export const paymentSchema = (balance: number, today: string, says: { tooMuch: string; inFuture: string }) =>
  z.object({
    amount: rules.atLeast(1).check(z.maximum(balance, says.tooMuch)),
    method: z.enum(methods),
    paid_on: z.string('required').check(
      z.minLength(1, 'required'),
      z.refine((day: string) => day <= today, says.inFuture),
    ),
    note: rules.trimmed(2000),
  })

/** A day that is over counts from its noon; today counts from now. */
export const paymentBody = ({ amount, method, paid_on, note }: PaymentValues, today: string, zone: string) => ({
  amount: amount ?? 0,
  method,
  paid_at: paid_on && paid_on < today ? instantAt(paid_on, '12:00', zone) : null,
  note,
})
