import type { Condition } from '@/components/table/model'
import { addDays } from '@/lib/dates'
import type { Ageing, Eligible, Invoice, InvoiceLine, InvoiceRow } from './api'

export const statuses = ['unsent', 'sent', 'partially_paid', 'paid', 'void'] as const
export const directions = ['receivable', 'payable'] as const
export const methods = ['wire_ach', 'check', 'card', 'cash', 'other'] as const
export type Direction = (typeof directions)[number]

/** Whole days between two days (YYYY-MM-DD). */
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / 86_400_000)

/** How many days an invoice is late; 0 where it is not. */
export const daysLate = ({ is_overdue, due_date }: Pick<InvoiceRow, 'is_overdue' | 'due_date'>, today: string) =>
  is_overdue && due_date ? Math.max(1, daysBetween(due_date, today)) : 0

/** From what is not due yet to what is very late, as the server's figures have it. */
export const ages = ['not_due', 'days_0', 'days_30', 'days_60', 'days_90'] as const
export type Age = (typeof ages)[number]

/** The days on which an invoice of that age was due, both included; null is open. */
export function dueDays(age: Age, today: string): [string | null, string | null] {
  if (age === 'not_due') return [today, null]
  const place = ages.indexOf(age)
  const newest = addDays(today, -((place - 1) * 30 + 1))
  return [age === 'days_90' ? null : addDays(today, -place * 30), newest]
}

/** The filters of the list that show just what a figure adds up; without an age, all that is unpaid. */
export const ageFilters = (direction: Direction, age: Age | null, today: string): Condition[] => [
  { field: 'direction', op: 'in', value: [direction] },
  { field: 'status', op: 'in', value: ['sent', 'partially_paid'] },
  ...(age ? [{ field: 'due_date', op: 'between', value: dueDays(age, today) }] : []),
]

/** What is late of it. */
export const lateOf = (row: Ageing) => row.total - row.not_due

const isUnpaid = (status: Invoice['status']) => status === 'sent' || status === 'partially_paid'

/** What the lines come to before the discount. */
export const subtotalOf = ({ trips }: Pick<Invoice, 'trips'>) => trips.reduce((sum, line) => sum + line.net_amount, 0)

/** The most that can be taken off: what is not paid yet. */
export const mostDiscount = (invoice: Pick<Invoice, 'trips' | 'amount_paid'>) =>
  Math.max(0, subtotalOf(invoice) - invoice.amount_paid)

/** The discount that a share of the lines comes to, in minor units. */
export const discountOf = (invoice: Pick<Invoice, 'trips'>, ppm: number) =>
  Math.round((subtotalOf(invoice) * ppm) / 1_000_000)

/** What can be done with an invoice as it is. */
export function deedsOf(invoice: Pick<Invoice, 'status' | 'number' | 'trips' | 'discount_amount'>) {
  const { status, number, trips } = invoice
  const isOpen = status === 'unsent' || isUnpaid(status)
  const isCredited = trips.some((line) => line.settled_amount !== 0)
  return {
    send: status === 'unsent',
    resend: isUnpaid(status) || status === 'paid',
    markSent: status === 'unsent',
    takeBack: status === 'sent' && !isCredited,
    pay: isUnpaid(status),
    discount: isOpen,
    note: status !== 'void',
    void: isUnpaid(status) || (status === 'unsent' && number !== null),
    // What has a number stays on record: it is made void instead.
    remove: status === 'unsent' && number === null,
  }
}

/** Why a trip can't come off an invoice; null where it can. */
export function whyKept(
  invoice: Pick<Invoice, 'status' | 'number' | 'trips' | 'discount_amount' | 'amount_paid'>,
  line: InvoiceLine,
): 'closed' | 'paid' | 'last' | 'discount' | null {
  if (!(invoice.status === 'unsent' || isUnpaid(invoice.status))) return 'closed'
  if (line.settled_amount !== 0) return 'paid'
  if (invoice.trips.length === 1 && invoice.number !== null) return 'last'
  const rest = subtotalOf(invoice) - line.net_amount
  return rest < invoice.discount_amount + invoice.amount_paid ? 'discount' : null
}

/** Lines that bill a trip, and those that put right what a sent invoice said of one. */
export function linesOf(trips: readonly InvoiceLine[]) {
  return { fresh: trips.filter((line) => !line.is_adjustment), changed: trips.filter((line) => line.is_adjustment) }
}

/** The month before the one of this day, whole. */
export function lastMonth(today: string) {
  const end = addDays(`${today.slice(0, 7)}-01`, -1)
  return { start: `${end.slice(0, 7)}-01`, end }
}

/** The month of this day so far. */
export const thisMonth = (today: string) => ({ start: `${today.slice(0, 7)}-01`, end: today })

/** Partners that get an invoice; who is owed more credit than they bought waits for the next one. */
export const billable = (rows: readonly Eligible[]) => rows.filter((row) => row.net_amount > 0)

/** What is chosen comes to, by currency. */
export function sumsOf(rows: readonly Eligible[]): [currency: string, amount: number][] {
  const sums = new Map<string, number>()
  for (const { currency, net_amount } of rows) sums.set(currency, (sums.get(currency) ?? 0) + net_amount)
  return [...sums]
}

export type Problem = {
  reseller: { id: number; name: string }
  invoice_id: number | null
  code: string
  message: string
}
export type RunResult = {
  created_cnt?: number
  sent_cnt?: number
  amounts?: Record<string, number>
  problems?: Problem[]
}
