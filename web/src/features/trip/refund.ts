import type { components } from '@/api/schema'
import { cashRounding } from '@/lib/cash-rounding'
import type { cancelReasons } from './reasons'
import type { Order, TripAnswer } from './types'

type Schemas = components['schemas']
export type RefundPreview = Schemas['RefundAmountOut']
export type Kept = Schemas['RefundKeptOut']
export type PlanRow = Pick<Schemas['RefundPartOut'], 'payment_id' | 'method' | 'amount' | 'tip_amount' | 'route'>
export type RefundAnswer = TripAnswer & Pick<Schemas['RefundAnswer'], 'refunds' | 'credit'>

export const scopes = ['overpaid', 'orders', 'guests', 'amount'] as const
export type RefundScope = (typeof scopes)[number]

/** Where the money goes: back the way it came, onto a card with credit, or out of our own hand. */
export const targets = ['source', 'gift_card', 'hand'] as const
export type RefundTarget = (typeof targets)[number]

/** How somebody hands it back. */
export const hands = ['cash', 'bank_transfer', 'check', 'wire', 'other'] as const

export type RefundDraft = {
  reason: (typeof cancelReasons)[number]
  scope: RefundScope
  orders: number[]
  bookings: number[]
  amount: number | null
  /** Everything back, whatever the policy keeps. */
  isFull: boolean
  target: RefundTarget
  hand: (typeof hands)[number]
  note: string
  /** The reader that asks for a card which has to be there. */
  reader: string | null
  /** Amounts by payment that were changed by hand. */
  edited: ReadonlyMap<number, number>
  /** What of them is tip, where that was said by hand; else tips go back last. */
  tips: ReadonlyMap<number, number>
}

/** Nothing was changed by hand in what would go back. */
export const asPlanned = (): Pick<RefundDraft, 'edited' | 'tips'> => ({ edited: new Map(), tips: new Map() })

export const newRefund = (overpaid: number): RefundDraft => ({
  reason: 'customer',
  scope: overpaid > 0 ? 'overpaid' : 'amount',
  orders: [],
  bookings: [],
  amount: null,
  isFull: false,
  target: 'source',
  hand: 'cash',
  note: '',
  reader: null,
  ...asPlanned(),
})

/** What is asked to be worked out; null while nothing was chosen. */
export function scopeOf({ scope, orders, bookings, amount }: RefundDraft) {
  if (scope === 'overpaid') return { is_overpaid: true }
  if (scope === 'orders') return orders.length > 0 ? { order_ids: orders } : null
  if (scope === 'guests') return bookings.length > 0 ? { booking_ids: bookings } : null
  return amount ? { amount } : null
}

/** Whether it may be store credit: for the weather only where the policies of the orders it is about allow that. */
export function mayBeCredit(
  { reason, scope, orders, bookings }: Pick<RefundDraft, 'reason' | 'scope' | 'orders' | 'bookings'>,
  all: readonly Pick<Order, 'id' | 'cancellation' | 'cancel_reason' | 'bookings'>[],
): boolean {
  if (reason !== 'weather') return true
  const called = all.filter((one) => one.cancel_reason === 'weather')
  const rest = called.length > 0 ? called : all
  const meant =
    scope === 'orders'
      ? all.filter(({ id }) => orders.includes(id))
      : scope === 'guests'
        ? all.filter((one) => one.bookings.some(({ id }) => bookings.includes(id)))
        : rest
  return meant.every(({ cancellation }) => cancellation?.is_weather_credit_allowed !== false)
}

/** A refund whose way is one that is offered: what may not be store credit goes back the way it came. */
export const offeredRefund = (draft: RefundDraft, orders: Parameters<typeof mayBeCredit>[1]): RefundDraft =>
  draft.target === 'gift_card' && !mayBeCredit(draft, orders) ? { ...draft, target: 'source' } : draft

/** How it goes back, as the server names it. */
export const wayOf = ({ target, hand }: Pick<RefundDraft, 'target' | 'hand'>) => (target === 'hand' ? hand : target)

/** What a payment has left to be given back, and what of it is tip; in minor units. */
export type Left = { amount: number; tip: number }

/** The least and the most that may be tip in so much of a payment: what is no tip has its own end. */
export const tipBounds = (amount: number, { amount: left, tip }: Left): [number, number] => [
  Math.max(0, amount - (left - tip)),
  Math.min(amount, tip),
]

/** The plan with what was changed by hand; nothing goes above what a payment has left, nor below nothing. */
export function editedPlan(
  plan: readonly PlanRow[],
  { edited, tips }: Pick<RefundDraft, 'edited' | 'tips'>,
  lefts: ReadonlyMap<number, Left>,
): PlanRow[] {
  return plan.map((row) => {
    const left = lefts.get(row.payment_id) ?? { amount: row.amount, tip: row.tip_amount }
    const amount = clamp(edited.get(row.payment_id) ?? row.amount, 0, left.amount)
    const [least, most] = tipBounds(amount, left)
    const planned = edited.has(row.payment_id) ? least : row.tip_amount
    return { ...row, amount, tip_amount: clamp(tips.get(row.payment_id) ?? planned, least, most) }
  })
}

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most))

/** What coins add to, or (negative) take off, what goes back of a payment in cash; nothing otherwise. */
export function roundingOf(row: PlanRow, { target, hand }: Pick<RefundDraft, 'target' | 'hand'>, step: number): number {
  const isCash = target === 'hand' ? hand === 'cash' : target === 'source' && isHandedBack(row)
  return isCash ? cashRounding(row.amount, step) : 0
}

/** Whether a part of a plan goes back out of the till by itself. */
export const isHandedBack = ({ method, route }: Pick<PlanRow, 'method' | 'route'>) =>
  route === 'manual' && method === 'cash'

/** What changes hands of what no gateway gives back, in minor units: cash as coins are. */
export const handedBack = (plan: readonly PlanRow[], step: number) =>
  plan
    .filter(({ route }) => route === 'manual')
    .reduce((sum, row) => sum + row.amount + (isHandedBack(row) ? cashRounding(row.amount, step) : 0), 0)

export const sumOf = (plan: readonly { amount: number }[]) => plan.reduce((sum, one) => sum + one.amount, 0)

/** What goes back at a reader, where the card has to be there; nothing does unless it goes the way it came. */
export const atReader = (plan: readonly PlanRow[], { target }: Pick<RefundDraft, 'target'>) =>
  target === 'source' ? plan.filter(({ route, amount }) => route === 'terminal' && amount > 0) : []
