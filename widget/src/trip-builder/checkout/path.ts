/** Which steps a purchase goes through, and what it asks for at the end. Pure. */
import { activeOrders } from '../types'
import type { Checkout, Step } from './flow'

export const hasExtras = ({ extras }: Pick<Checkout, 'extras'>): boolean => extras !== null && extras.available.length > 0

/** What is asked for when the button is pressed, in minor units: what is due, or everything. */
export function toPay({ trip, paysWhole }: Pick<Checkout, 'trip' | 'paysWhole'>): number {
  if (!trip) return 0
  return Math.max(0, paysWhole ? trip.totals.balance : trip.totals.due_now)
}

/** The steps that were passed, first to last. */
function path(state: Checkout): Step[] {
  const isMore = activeOrders(state.trip).length > 0 && state.orderId === null
  const first: Step[] = isMore ? ['contact', 'agenda'] : state.entry === 'agenda' ? ['agenda'] : []
  const extras: Step[] = hasExtras(state) ? ['extras'] : []
  return [...first, 'times', 'guests', ...extras, ...(isMore ? [] : (['contact', 'payment'] as const))]
}

/** The step that `back` leads to, or null when there is none. */
export function stepBefore(state: Checkout): Step | null {
  const steps = path(state)
  return steps[steps.lastIndexOf(state.step) - 1] ?? null
}

const NUMBERS: Partial<Record<Step, number>> = { times: 1, guests: 2, extras: 2, contact: 3, payment: 4 }

/** "Step 2 of 4", or null on the agenda and at the end. */
export function progress(step: Step): { n: number; of: number } | null {
  const n = NUMBERS[step]
  return n === undefined ? null : { n, of: 4 }
}
