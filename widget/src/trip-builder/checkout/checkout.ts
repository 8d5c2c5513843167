/** One purchase: its state, and what its parts share. */
import type { PaymentSettings } from '../../types'
import { EMPTY_CONTACT } from '../contact'
import { saveCheckout, savedCheckout, savedContact } from '../session'
import type { Stripe, StripeElements } from '../../stripe'
import { activeOrder, type IntentId, type Trip } from '../types'
import { Attempts } from '../../attempts'
import { checkoutReducer, type Busy, type Checkout, type CheckoutEvent } from './flow'
import { createStore, type Store } from '../../store'

export type Purchase = {
  store: Store<Checkout, CheckoutEvent>
  attempts: Attempts
  /** The address that the builder was opened with; a reload of it resumes. */
  search: string
  /** The look that the host page asked for. */
  theme: string | null
  language: string
  hasTerms: boolean
  payment: PaymentSettings | null
  /** The fields that Stripe drew, while they stand on the page. */
  fields: { stripe: Stripe; elements: StripeElements } | null
  wait: (milliseconds: number) => Promise<void>
}

type Start = Pick<Purchase, 'search' | 'theme' | 'language' | 'hasTerms' | 'payment'> & {
  experienceId: number | null
  date: string
}

export function createPurchase({ experienceId, date, ...shared }: Start): Purchase {
  const entry = experienceId === null ? 'agenda' : 'times'
  const initial: Checkout = {
    step: entry,
    entry,
    experienceId,
    date,
    timeslot: null,
    prices: null,
    quantities: {},
    contact: { ...EMPTY_CONTACT, ...savedContact() },
    contactErrors: {},
    hasAcceptedTerms: false,
    trip: null,
    intent: null,
    problem: null,
    notice: null,
    oldNotice: null,
    busy: null,
  }
  return {
    ...shared,
    store: createStore(checkoutReducer, initial),
    attempts: new Attempts(),
    fields: null,
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  }
}

/** Runs one action at a time: a second click while one is under way does nothing. */
export async function exclusively(purchase: Purchase, busy: Busy, run: () => Promise<void>): Promise<void> {
  const { get, dispatch } = purchase.store
  if (get().busy !== null) return
  dispatch({ type: 'busyStarted', busy })
  try {
    await run()
  } finally {
    dispatch({ type: 'busyEnded' })
  }
}

/** Remembers the trip, so that a reload of the page finds it. */
export function keepTrip(purchase: Purchase, trip: Trip, intentId: IntentId | null = null): void {
  saveCheckout({ search: purchase.search, hash: trip.hash, orderId: activeOrder(trip)?.id ?? null, intentId })
}

/** Notes that a payment may be under way, before it is: a reload then asks what became of it. */
export function keepIntent(purchase: Purchase, intentId: IntentId | null): void {
  const saved = savedCheckout()
  if (saved) saveCheckout({ ...saved, search: purchase.search, intentId })
}
