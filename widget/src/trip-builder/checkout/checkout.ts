/** One purchase: its state, and what its parts share. */
import type { PaymentSettings } from '../../types'
import { EMPTY_CONTACT } from '../contact'
import type { Party } from '../guests'
import { keepAddress, plainSearch } from '../resuming'
import { saveCheckout, savedCheckout, savedContact, shareCart } from '../session'
import type { CardFields } from '../../card-fields/use-card-fields'
import { activeOrders, type IntentId, type Trip } from '../types'
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
  fields: CardFields | null
  wait: (milliseconds: number) => Promise<void>
}

type Start = Pick<Purchase, 'search' | 'theme' | 'language' | 'hasTerms' | 'payment'> & {
  experienceId: number | null
  date: string
  /** The party and the time that were chosen before the builder was opened. */
  party?: Party
  timeslotId?: number | null
}

export function createPurchase({ experienceId, date, party = {}, timeslotId = null, ...shared }: Start): Purchase {
  const entry = experienceId === null ? 'agenda' : 'times'
  const initial: Checkout = {
    step: entry,
    entry,
    orderId: null,
    experienceId,
    date,
    timeslot: null,
    wantedTimeslotId: timeslotId,
    prices: null,
    quantities: {},
    party,
    extras: null,
    picks: {},
    pickErrors: {},
    contact: { ...EMPTY_CONTACT, ...savedContact() },
    contactErrors: {},
    answers: {},
    answerErrors: {},
    mayRemind: false,
    paysWhole: false,
    codeProblem: null,
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

/** Remembers the trip, so that a reload of the page finds it, and a second tab. */
export function keepTrip({ search, store }: Purchase, trip: Trip, intentId: IntentId | null = null): void {
  const { mayRemind, answers } = store.get()
  saveCheckout({ search: plainSearch(search), hash: trip.hash, orderId: activeOrders(trip)[0]?.id ?? null, intentId, mayRemind, answers })
  shareCart(search, trip.hash, Date.now())
  address(trip, intentId)
}

/** Where nothing can be stored, the address finds the trip again. */
const address = (trip: Trip, intentId: IntentId | null): void =>
  keepAddress({ hash: trip.hash, intentId, until: Date.parse(trip.hold_expires_at ?? '') || 0 }, savedCheckout()?.hash === trip.hash)

/** Notes what was typed, which a reload finds again. */
export function keepTyped({ search, store }: Purchase): void {
  const saved = savedCheckout()
  const { mayRemind, answers } = store.get()
  if (saved?.search === plainSearch(search)) saveCheckout({ ...saved, mayRemind, answers })
}

/** Notes that a payment may be under way, before it is: a reload then asks what became of it. */
export function keepIntent(purchase: Purchase, intentId: IntentId | null): void {
  const saved = savedCheckout()
  if (saved) saveCheckout({ ...saved, search: plainSearch(purchase.search), intentId })
  const { trip } = purchase.store.get()
  if (trip) address(trip, intentId)
}

/** Nothing of this purchase is to be found again. */
export function forgetTrip({ search }: Purchase): void {
  saveCheckout(null)
  shareCart(search, null, 0)
  keepAddress(null, true)
}

/** The look that an address asks for goes with the visitor to the next page. */
export function keepLook(url: URL, search: string): void {
  const asked = new URLSearchParams(search)
  for (const name of ['color', 'radius', 'font']) {
    const value = asked.get(name)
    if (value) url.searchParams.set(name, value)
  }
}
