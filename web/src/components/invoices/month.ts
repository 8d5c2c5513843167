import type { BulkCreateIn, Eligible, EligibleIn } from './api'
import { billable, lastMonth, thisMonth, type Direction } from './model'

export const periods = ['last', 'this', 'custom'] as const
export type Period = (typeof periods)[number]
export const dateTypes = ['activity', 'created'] as const

/** What was chosen to bill a month. */
export type MonthChoices = {
  direction: Direction
  date_type: (typeof dateTypes)[number]
  period: Period
  days: { start: string; end: string }
  /** Null: so many days after it is sent as was agreed with each partner. */
  due_date: string | null
  /** Partners that get none now. */
  left: ReadonlySet<number>
  isSent: boolean
  message: string
}

/** The month that is over, by what took place in it, for everybody. */
export const atFirst = (today: string): MonthChoices => ({
  direction: 'receivable',
  date_type: 'activity',
  period: 'last',
  days: lastMonth(today),
  due_date: null,
  left: new Set(),
  isSent: false,
  message: '',
})

/** The days of a period; one's own begin with what is chosen already. */
export function daysOf(period: Period, now: MonthChoices['days'], today: string): MonthChoices['days'] {
  if (period === 'custom') return now
  return period === 'last' ? lastMonth(today) : thisMonth(today)
}

/** The question whose answer lists what can be billed. */
export const asked = ({ direction, date_type, days }: MonthChoices, reseller?: number): EligibleIn => ({
  reseller_ids: reseller === undefined ? null : [reseller],
  direction,
  date_type,
  date_from: days.start,
  date_to: days.end,
})

export const createBody = (choices: MonthChoices, chosen: readonly Eligible[]): BulkCreateIn => ({
  ...asked(choices),
  reseller_ids: chosen.map((row) => row.reseller.id),
  due_date: choices.due_date,
  is_sent: choices.isSent,
  message: choices.isSent ? choices.message.trim() : '',
})

/** All partners in or out, or one of them. */
export function toggledAll(rows: readonly Eligible[], left: ReadonlySet<number>): ReadonlySet<number> {
  const ids = billable(rows).map((row) => row.reseller.id)
  return ids.some((id) => left.has(id)) ? new Set() : new Set(ids)
}

export function toggledOne(left: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(left)
  if (!next.delete(id)) next.add(id)
  return next
}
