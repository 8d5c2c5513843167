import type { Tone } from '@/components/ui/badge'
import type { Payout } from './api'

export const statuses = ['pending', 'in_transit', 'paid', 'canceled', 'failed'] as const
export type PayoutStatus = (typeof statuses)[number]

export const statusOf = (slug: string): PayoutStatus => statuses.find((one) => one === slug) ?? 'pending'

export const tones: Record<PayoutStatus, Tone> = {
  pending: 'neutral',
  in_transit: 'accent',
  paid: 'good',
  canceled: 'neutral',
  failed: 'bad',
}

export const kinds = ['payment', 'refund', 'dispute', 'transfer', 'fee', 'payout', 'adjustment', 'other'] as const
export type LineKind = (typeof kinds)[number]

export const kindOf = (slug: string): LineKind => kinds.find((one) => one === slug) ?? 'other'

export type Part = 'payments' | 'refunds' | 'disputes' | 'fees' | 'other'

/** What a payout is made of: parts that come to its amount; what went out is negative. */
export function partsOf(payout: Payout): { part: Part; amount: number }[] {
  const parts: { part: Part; amount: number }[] = [
    { part: 'payments', amount: payout.payment_amount },
    { part: 'refunds', amount: payout.refund_amount },
    { part: 'disputes', amount: payout.dispute_amount },
    { part: 'fees', amount: -payout.fee_amount },
    { part: 'other', amount: payout.other_amount },
  ]
  return parts.filter(({ part, amount }) => amount !== 0 || part === 'payments')
}

/** What the lines come to beyond the payout; nothing while they are still being read. */
export function gapOf(payout: Payout): number {
  if (!payout.is_read) return 0
  return payout.amount - partsOf(payout).reduce((sum, { amount }) => sum + amount, 0)
}

export type Totals = Record<string, Record<string, number | null>>

/** One sum for each currency that has one, the operator's own first. */
export function sumsOf(totals: Totals, key: string, own: string): { currency: string; amount: number }[] {
  const found = Object.entries(totals).map(([currency, sums]) => ({ currency, amount: sums[key] ?? 0 }))
  if (found.length === 0) return [{ currency: own, amount: 0 }]
  return found.sort((a, b) => Number(b.currency === own) - Number(a.currency === own))
}
