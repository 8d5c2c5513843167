/** The state of one purchase and how events change it. Pure. */
import type { Contact, ContactErrors, ContactField } from '../contact'
import { proposedQuantities, type Quantities } from '../guests'
import { activeOrder, type Intent, type PriceList, type TimeslotRef, type Trip } from '../types'
import type { TripKey } from '../../messages/trip'
import type { MessageValues } from '../../i18n'

export type Step = 'agenda' | 'times' | 'guests' | 'contact' | 'payment' | 'done'

/** A full screen that explains what happened and leads on. */
export type Problem =
  | { kind: 'soldOut'; remaining: number | null; alternatives: TimeslotRef[] | null }
  | { kind: 'gone'; alternatives: TimeslotRef[] | null }
  | { kind: 'expired' }
  | { kind: 'paymentOff' }
  | { kind: 'refunded' }
  | { kind: 'pending' }

/** What a button inside a notice does. */
export type Remedy = 'saveGuests' | 'saveContact' | 'enterPayment' | 'pay' | 'checkPayment'

export type Notice = {
  tone: 'danger' | 'warn'
  key: TripKey
  values?: MessageValues
  /** A sentence of the server or of the bank, shown after ours. */
  text?: string | null
  remedy?: Remedy
}

export type Busy = 'saving' | 'preparing' | 'paying' | 'checking' | 'resuming'

export type Checkout = {
  step: Step
  /** The first step of this purchase: without an experience the agenda, else the times. */
  entry: 'agenda' | 'times'
  experienceId: number | null
  date: string
  timeslot: TimeslotRef | null
  prices: PriceList | null
  quantities: Quantities
  contact: Contact
  contactErrors: ContactErrors
  hasAcceptedTerms: boolean
  trip: Trip | null
  intent: Intent | null
  problem: Problem | null
  notice: Notice | null
  /** The notice that an action found: it keeps its place, so that nothing moves under the finger, and goes when the action ends. */
  oldNotice: Notice | null
  busy: Busy | null
}

export type CheckoutEvent =
  | { type: 'experienceChosen'; experienceId: number }
  | { type: 'dateChosen'; date: string }
  | { type: 'timeslotChosen'; timeslot: TimeslotRef }
  | { type: 'pricesLoaded'; prices: PriceList }
  | { type: 'quantityChanged'; id: number; qty: number }
  | { type: 'contactChanged'; field: ContactField; value: string }
  | { type: 'contactRefused'; errors: ContactErrors }
  | { type: 'termsChanged'; isAccepted: boolean }
  | { type: 'busyStarted'; busy: Busy }
  | { type: 'busyEnded' }
  | { type: 'tripChanged'; trip: Trip }
  | { type: 'tripLost' }
  | { type: 'resumed'; trip: Trip; quantities: Quantities }
  | { type: 'intentReady'; intent: Intent | null }
  | { type: 'noticed'; notice: Notice | null }
  | { type: 'problemMet'; problem: Problem }
  | { type: 'alternativesFound'; alternatives: TimeslotRef[] }
  | { type: 'wentTo'; step: Step }
  | { type: 'finished'; trip: Trip }
  | { type: 'startedOver' }

const calm = { notice: null, problem: null } as const

function resumed(state: Checkout, trip: Trip, quantities: Quantities): Checkout {
  const order = activeOrder(trip)
  const { first_name, last_name, email, phone } = trip.contact
  const known = { first_name, last_name, email, phone }
  const contact = { ...state.contact }
  for (const [field, value] of Object.entries(known)) if (value) contact[field as ContactField] = value
  return {
    ...state,
    trip,
    contact,
    quantities,
    experienceId: order?.experience.id ?? state.experienceId,
    timeslot: order?.timeslot ?? null,
    date: order?.timeslot?.date ?? state.date,
  }
}

function choosePrices(state: Checkout, prices: PriceList): Checkout {
  const known = new Set(prices.prices.map((price) => price.experience_customer_type_id))
  const kept = Object.entries(state.quantities).filter(([id]) => known.has(Number(id)))
  const quantities = kept.length > 0 ? Object.fromEntries(kept) : proposedQuantities(prices)
  return { ...state, prices, quantities }
}

/** Errors are shown at their fields, so the visitor is brought to them. */
function refuseContact(state: Checkout, errors: ContactErrors): Checkout {
  const isElsewhere = state.step === 'payment' && Object.keys(errors).length > 0
  return { ...state, contactErrors: { ...state.contactErrors, ...errors }, step: isElsewhere ? 'contact' : state.step }
}

export function checkoutReducer(state: Checkout, event: CheckoutEvent): Checkout {
  switch (event.type) {
    case 'experienceChosen':
      return { ...state, ...calm, experienceId: event.experienceId, step: 'times', timeslot: null, prices: null, quantities: {} }
    case 'dateChosen':
      return { ...state, notice: null, date: event.date }
    case 'timeslotChosen':
      return { ...state, ...calm, timeslot: event.timeslot, date: event.timeslot.date, step: 'guests' }
    case 'pricesLoaded':
      return choosePrices(state, event.prices)
    case 'quantityChanged':
      return { ...state, notice: null, quantities: { ...state.quantities, [event.id]: event.qty } }
    case 'contactChanged': {
      const contactErrors = { ...state.contactErrors }
      delete contactErrors[event.field]
      return { ...state, contactErrors, contact: { ...state.contact, [event.field]: event.value } }
    }
    case 'contactRefused':
      return refuseContact(state, event.errors)
    case 'termsChanged':
      return { ...state, notice: null, hasAcceptedTerms: event.isAccepted }
    case 'busyStarted':
      return { ...state, busy: event.busy, oldNotice: state.notice }
    case 'busyEnded':
      return { ...state, busy: null, oldNotice: null, notice: state.notice === state.oldNotice ? null : state.notice }
    case 'tripChanged':
      return { ...state, trip: event.trip, problem: null }
    case 'tripLost':
      return { ...state, trip: null, intent: null, notice: null, problem: { kind: 'expired' } }
    case 'resumed':
      return resumed(state, event.trip, event.quantities)
    case 'intentReady':
      return { ...state, ...calm, intent: event.intent, step: 'payment' }
    case 'noticed':
      return { ...state, notice: event.notice }
    case 'problemMet':
      return { ...state, notice: null, problem: event.problem, intent: null }
    case 'alternativesFound':
      return state.problem?.kind === 'soldOut' || state.problem?.kind === 'gone'
        ? { ...state, problem: { ...state.problem, alternatives: event.alternatives } }
        : state
    case 'wentTo':
      return { ...state, ...calm, step: event.step }
    case 'finished':
      return { ...state, ...calm, trip: event.trip, intent: null, step: 'done' }
    case 'startedOver':
      return { ...state, ...calm, trip: null, intent: null, timeslot: null, prices: null, step: state.experienceId === null ? 'agenda' : 'times' }
  }
}

/** The step that `back` leads to, or null when there is none. */
export function stepBefore({ step, entry }: Checkout): Step | null {
  const order: Step[] = entry === 'agenda' ? ['agenda', 'times', 'guests', 'contact', 'payment'] : ['times', 'guests', 'contact', 'payment']
  return order[order.indexOf(step) - 1] ?? null
}

const NUMBERED: Step[] = ['times', 'guests', 'contact', 'payment']

/** "Step 2 of 4", or null on the agenda and at the end. */
export function progress(step: Step): { n: number; of: number } | null {
  const index = NUMBERED.indexOf(step)
  return index < 0 ? null : { n: index + 1, of: NUMBERED.length }
}
