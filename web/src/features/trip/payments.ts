import type { Payment, Trip } from './types'

/** What a payment counts for: money that is here, on its way, in question, or gone. */
export type PaymentState = 'good' | 'pending' | 'pending_funds' | 'disputed' | 'reversed' | 'failed'

const states = ['pending', 'pending_funds', 'disputed', 'reversed', 'failed'] as const

export const stateOf = ({ status }: Pick<Payment, 'status'>): PaymentState =>
  states.find((one) => one === status) ?? 'good'

/** Whether its amount is part of what was paid, or may still become so. */
export const counts = (payment: Pick<Payment, 'status'>) => !['reversed', 'failed'].includes(stateOf(payment))

/** Money that passes our gateway by, as it can be corrected. */
export const handMethods = ['cash', 'check', 'bank_transfer', 'wire', 'voucher', 'external', 'other'] as const

export type PaymentGroup = { payment: Payment; refunds: Payment[] }

/** Payments, the newest first, each with what went back of it; refunds of nothing that is here stand alone. */
export function grouped(payments: readonly Payment[]): PaymentGroup[] {
  const newestFirst = payments.toSorted((a, b) => b.received_at.localeCompare(a.received_at) || b.id - a.id)
  const ids = new Set(payments.filter(({ kind }) => kind === 'payment').map(({ id }) => id))
  const isOwn = ({ kind, parent_payment_id: parent }: Payment) => kind === 'payment' || !ids.has(parent ?? 0)
  return newestFirst.filter(isOwn).map((payment) => ({
    payment,
    refunds: payments.filter(({ kind, parent_payment_id }) => kind === 'refund' && parent_payment_id === payment.id),
  }))
}

/** What can still go back of a payment, in minor units. */
export const refundable = ({ refundable_amount }: Payment) => refundable_amount

/** What of it can still go back as tip: all of it, less what went back already or is on its way. */
export function tipLeft(payment: Payment, payments: readonly Payment[]): number {
  const isBack = ({ kind, parent_payment_id, ...refund }: Payment) =>
    kind === 'refund' && parent_payment_id === payment.id && counts(refund)
  const back = payments.filter(isBack).reduce((sum, { tip_amount }) => sum + tip_amount, 0)
  return Math.max(0, Math.min(payment.tip_amount - back, refundable(payment)))
}

export const canRefundAny = ({ payments }: Pick<Trip, 'payments'>) => payments.some((one) => refundable(one) > 0)

/** What came in beyond what the customer, or the partner who sells, owes: it has to go back. */
export const tooMuch = ({ totals }: Pick<Trip, 'totals'>) => Math.max(0, -(totals.balance + (totals.partner_due ?? 0)))

/** Whose a tip is, the pool last. */
export const tipOwners = ({ tips }: Payment) =>
  tips.toSorted((a, b) => Number(a.user_avatar_id === null) - Number(b.user_avatar_id === null))

/** A tip in equal parts; what cannot be shared goes to the first ones. */
export function equalParts(tip: number, people: readonly number[]): Map<number, number> {
  const part = Math.floor(tip / Math.max(1, people.length))
  const rest = tip - part * people.length
  return new Map(people.map((id, index) => [id, part + (index < rest ? 1 : 0)]))
}
