import type { TripFull } from '@/api/models'
import { changeOf, isEnough } from './cash'
import { cashRounding } from '@/lib/cash-rounding'
import type { Part, Taking, Way } from './types'

export const newTaking = (way: Way, part: Part): Taking => ({
  way,
  part,
  typed: null,
  bookings: [],
  tip: 0,
  given: null,
  other: 'external',
  reference: '',
  note: '',
  card: null,
  reader: null,
  code: '',
  isHold: false,
  isKept: false,
  isAnyway: false,
})

/** The customer pays the partner who sold the trip: nothing of theirs is owed here. */
export const isAtPartner = ({ paid_state }: Pick<TripFull, 'paid_state'>) => paid_state === 'at_partner'

/** Ways that take a customer's money though they pay a partner: by hand, never off a card behind their back. */
export const isByHand = (way: Way) => way === 'cash' || way === 'other'

/** The most that makes sense: what is owed, or all that the trip costs where it is taken past the partner. */
function mostOf({ isAnyway }: Taking, { totals }: TripFull): number {
  if (!isAnyway) return totals.balance
  return Math.max(totals.balance, totals.total - (totals.paid - totals.tip - totals.refunded))
}

/** What is still missing of the deposit; 0 where none is asked for or it was paid. */
export const depositLeft = ({ totals }: Pick<TripFull, 'totals'>) =>
  Math.max(0, Math.min(totals.deposit_due - (totals.paid - totals.tip - totals.refunded), totals.balance))

/** The parts that mean something for a trip: a deposit that is the whole, or guests of one, do not. */
export function partsOf(trip: TripFull): Part[] {
  const deposit = depositLeft(trip)
  const isParty =
    trip.tripOrders.filter(({ status }) => status !== 'cancelled').flatMap((one) => one.bookings).length > 1
  return [
    'balance' as const,
    ...(deposit > 0 && deposit < trip.totals.balance ? (['deposit'] as const) : []),
    ...(isParty && trip.totals.balance > 0 ? (['tab'] as const) : []),
    'custom' as const,
  ]
}

/** What is asked for first: the deposit where that is all that is due by now. */
export const firstPart = (trip: TripFull): Part =>
  partsOf(trip).includes('deposit') && trip.totals.due_now < trip.totals.balance ? 'deposit' : 'balance'

export type Sums = {
  /** Without the tip. */
  amount: number
  /** What changes hands: in cash as coins are. */
  total: number
  /** What of it coins add, or (negative) take off. */
  rounding: number
  change: number
  /** Why it cannot be taken as it stands. */
  problem: 'nothing' | 'tooMuch' | 'notEnough' | 'guests' | 'card' | 'reader' | 'code' | null
}

/**
 * What a choice comes to, and what is still missing of it; `tab` is what the chosen guests owe, `step` what cash
 * is rounded to.
 */
export function sumsOf(taking: Taking, trip: TripFull, tab: number, step = 0): Sums {
  const amount = taking.typed ?? partAmount(taking, trip, tab)
  const isCash = taking.way === 'cash'
  const rounding = isCash ? cashRounding(Math.max(0, amount + tipOf(taking)), step) : 0
  const total = amount + tipOf(taking) + rounding
  const change = changeOf(isCash ? taking.given : null, total)
  return { amount, total, rounding, change, problem: problemOf(taking, trip, amount, total) }
}

/** A gift card, a link and a mere hold carry no tip of ours. */
export const tipOf = ({ way, tip }: Taking) => (hasTip(way) ? tip : 0)
export const hasTip = (way: Way) => way !== 'link' && way !== 'gift'

function partAmount({ part }: Taking, trip: TripFull, tab: number): number {
  const { balance } = trip.totals
  if (part === 'deposit') return depositLeft(trip)
  if (part === 'tab') return Math.max(0, Math.min(tab, balance))
  return Math.max(0, balance)
}

function problemOf(taking: Taking, trip: TripFull, amount: number, total: number): Sums['problem'] {
  if (taking.part === 'tab' && taking.bookings.length === 0) return 'guests'
  if (amount > mostOf(taking, trip)) return 'tooMuch'
  if (amount <= 0) return 'nothing'
  if (taking.way === 'cash' && !isEnough(taking.given, total)) return 'notEnough'
  if (taking.way === 'saved' && taking.card === null) return 'card'
  if (taking.way === 'reader' && taking.reader === null) return 'reader'
  if (taking.way === 'gift' && taking.code.trim().length < 4) return 'code'
  return null
}
