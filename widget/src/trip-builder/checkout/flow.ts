/** The state of one purchase and how events change it. Pure. */
import { initialPicks, type Picked, type Picks } from '../addons'
import type { Contact, ContactErrors, ContactField } from '../contact'
import { proposedQuantities, quantitiesOf, type Party, type Quantities } from '../guests'
import type { AnswerErrors, Answers } from '../questions'
import { activeOrders, type AnswerValue, type Intent, type OrderAddons, type PriceList, type TimeslotRef, type Trip, type TripOrder } from '../types'
import type { TripKey } from '../../messages/trip'
import type { MessageValues } from '../../i18n'

export type Step = 'agenda' | 'times' | 'guests' | 'extras' | 'contact' | 'payment' | 'done'

/** A full screen that explains what happened and leads on. */
export type Problem =
  | { kind: 'soldOut'; remaining: number | null; alternatives: TimeslotRef[] | null }
  | { kind: 'gone'; alternatives: TimeslotRef[] | null }
  | { kind: 'expired' }
  | { kind: 'paymentOff' }
  | { kind: 'refunded' }
  | { kind: 'pending' }

/** What a button inside a notice does. */
export type Remedy = 'saveGuests' | 'saveExtras' | 'saveContact' | 'renewHold' | 'pay' | 'checkPayment'

export type Notice = {
  tone: 'danger' | 'warn' | 'info'
  key: TripKey
  values?: MessageValues
  /** A sentence of the server or of the bank, shown after ours. */
  text?: string | null
  remedy?: Remedy
}

export type Busy = 'saving' | 'paying' | 'checking' | 'resuming' | 'code'

/** Why a code was not taken; one that does not combine with another may take its place. */
export type CodeProblem = { key: TripKey; replacing?: string }

export type Checkout = {
  step: Step
  /** The first step of this purchase: without an experience the agenda, else the times. */
  entry: 'agenda' | 'times'
  /** The order of the cart that is being chosen; null: one more. */
  orderId: number | null
  experienceId: number | null
  date: string
  timeslot: TimeslotRef | null
  /** The time that the address asks for, until it was looked for. */
  wantedTimeslotId: number | null
  prices: PriceList | null
  quantities: Quantities
  /** Whom the visitor comes with, if they said so before they chose what to do. */
  party: Party
  /** What that order can have beside its tickets, and what is picked of it. */
  extras: OrderAddons | null
  picks: Picks
  pickErrors: Readonly<Record<string, string>>
  contact: Contact
  contactErrors: ContactErrors
  answers: Answers
  answerErrors: AnswerErrors
  /** The visitor may be written to when they leave the cart. */
  mayRemind: boolean
  /** Everything is paid now, although a deposit would do. */
  paysWhole: boolean
  codeProblem: CodeProblem | null
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
  | { type: 'partyChanged'; customerTypeId: number; qty: number }
  | { type: 'timeslotChosen'; timeslot: TimeslotRef }
  | { type: 'pricesLoaded'; prices: PriceList }
  | { type: 'quantityChanged'; id: number; qty: number }
  | { type: 'contactChanged'; field: ContactField; value: string }
  | { type: 'contactRefused'; errors: ContactErrors; answers?: AnswerErrors }
  | { type: 'answered'; key: string; value: AnswerValue }
  | { type: 'remindChanged'; mayRemind: boolean }
  | { type: 'orderOpened'; order: TripOrder }
  | { type: 'orderSaved'; orderId: number | null }
  | { type: 'anotherWanted' }
  | { type: 'extrasLoaded'; extras: OrderAddons }
  | { type: 'picked'; place: string; picked: Picked }
  | { type: 'picksRefused'; errors: Record<string, string> }
  | { type: 'wholeChosen'; paysWhole: boolean }
  | { type: 'codeRefused'; problem: CodeProblem | null }
  | { type: 'termsChanged'; isAccepted: boolean }
  | { type: 'busyStarted'; busy: Busy }
  | { type: 'busyEnded' }
  | { type: 'tripChanged'; trip: Trip }
  | { type: 'tripLost' }
  | { type: 'resumed'; trip: Trip; mayRemind: boolean }
  | { type: 'intentReady'; intent: Intent | null }
  | { type: 'noticed'; notice: Notice | null }
  | { type: 'problemMet'; problem: Problem }
  | { type: 'alternativesFound'; alternatives: TimeslotRef[] }
  | { type: 'wentTo'; step: Step }
  | { type: 'finished'; trip: Trip }
  | { type: 'startedOver' }

const calm = { notice: null, problem: null } as const
const unpicked = { extras: null, picks: {}, pickErrors: {} } as const
const nothingChosen = { ...unpicked, orderId: null, timeslot: null, prices: null, quantities: {} } as const

/** What is being chosen is an order of the cart again. */
const opened = (state: Checkout, order: TripOrder): Checkout => ({
  ...state,
  ...unpicked,
  orderId: order.id,
  quantities: quantitiesOf(order),
  experienceId: order.experience.id,
  timeslot: order.timeslot,
  prices: null,
  date: order.timeslot?.date ?? state.date,
})

function resumed(state: Checkout, trip: Trip, mayRemind: boolean): Checkout {
  const { first_name, last_name, email, phone } = trip.contact
  const known = { first_name, last_name, email, phone }
  const contact = { ...state.contact }
  for (const [field, value] of Object.entries(known)) if (value) contact[field as ContactField] = value
  const last = activeOrders(trip).at(-1)
  return { ...(last ? opened(state, last) : state), wantedTimeslotId: null, trip, contact, mayRemind }
}

function choosePrices(state: Checkout, prices: PriceList): Checkout {
  const known = new Set(prices.prices.map((price) => price.experience_customer_type_id))
  const kept = Object.entries(state.quantities).filter(([id]) => known.has(Number(id)))
  const quantities = kept.length > 0 ? Object.fromEntries(kept) : proposedQuantities(prices, state.party)
  return { ...state, prices, quantities }
}

/** Errors are shown at their fields, so the visitor is brought to them. */
function refuse(state: Checkout, errors: ContactErrors, answers: AnswerErrors = {}): Checkout {
  const isElsewhere = state.step === 'payment' && Object.keys({ ...errors, ...answers }).length > 0
  const step = isElsewhere ? 'contact' : state.step
  return { ...state, contactErrors: { ...state.contactErrors, ...errors }, answerErrors: { ...state.answerErrors, ...answers }, step }
}

function withoutKey<T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const left = { ...record }
  delete left[key]
  return left
}

/** What belongs to the order that is being chosen. */
function chooseReducer(state: Checkout, event: CheckoutEvent): Checkout | null {
  switch (event.type) {
    case 'experienceChosen':
      return { ...state, ...calm, ...unpicked, experienceId: event.experienceId, step: 'times', timeslot: null, prices: null, quantities: {} }
    case 'dateChosen':
      return { ...state, notice: null, wantedTimeslotId: null, date: event.date }
    case 'partyChanged':
      return { ...state, party: { ...state.party, [event.customerTypeId]: Math.max(0, event.qty) } }
    case 'timeslotChosen':
      return { ...state, ...calm, timeslot: event.timeslot, wantedTimeslotId: null, date: event.timeslot.date, step: 'guests' }
    case 'pricesLoaded':
      return choosePrices(state, event.prices)
    case 'quantityChanged':
      return { ...state, notice: null, quantities: { ...state.quantities, [event.id]: event.qty } }
    case 'orderOpened':
      return { ...opened(state, event.order), ...calm, step: 'guests' }
    case 'orderSaved':
      return { ...state, orderId: event.orderId }
    case 'anotherWanted':
      return { ...state, ...calm, ...nothingChosen, experienceId: null, step: 'agenda' }
    case 'extrasLoaded':
      return { ...state, extras: event.extras, picks: initialPicks(event.extras), pickErrors: {} }
    case 'picked':
      return { ...state, notice: null, picks: { ...state.picks, [event.place]: event.picked }, pickErrors: withoutKey(state.pickErrors, event.place) }
    case 'picksRefused': {
      const isElsewhere = Object.keys(event.errors).length > 0 && state.extras !== null
      return { ...state, pickErrors: event.errors, step: isElsewhere ? 'extras' : state.step }
    }
    default:
      return null
  }
}

/** What belongs to whoever books and pays. */
function personReducer(state: Checkout, event: CheckoutEvent): Checkout | null {
  switch (event.type) {
    case 'contactChanged':
      return { ...state, contactErrors: withoutKey(state.contactErrors, event.field), contact: { ...state.contact, [event.field]: event.value } }
    case 'contactRefused':
      return refuse(state, event.errors, event.answers)
    case 'answered':
      return { ...state, notice: null, answers: { ...state.answers, [event.key]: event.value }, answerErrors: withoutKey(state.answerErrors, event.key) }
    case 'remindChanged':
      return { ...state, mayRemind: event.mayRemind }
    case 'termsChanged':
      return { ...state, notice: null, hasAcceptedTerms: event.isAccepted }
    case 'wholeChosen':
      return { ...state, notice: null, paysWhole: event.paysWhole }
    case 'codeRefused':
      return { ...state, codeProblem: event.problem }
    default:
      return null
  }
}

export function checkoutReducer(state: Checkout, event: CheckoutEvent): Checkout {
  const found = chooseReducer(state, event) ?? personReducer(state, event)
  if (found) return found
  switch (event.type) {
    case 'busyStarted':
      return { ...state, busy: event.busy, oldNotice: state.notice }
    case 'busyEnded':
      return { ...state, busy: null, oldNotice: null, notice: state.notice === state.oldNotice ? null : state.notice }
    case 'tripChanged':
      return { ...state, trip: event.trip, problem: null }
    case 'tripLost':
      return { ...state, trip: null, orderId: null, intent: null, notice: null, problem: { kind: 'expired' } }
    case 'resumed':
      return resumed(state, event.trip, event.mayRemind)
    case 'intentReady':
      return { ...state, intent: event.intent }
    case 'noticed':
      return { ...state, notice: event.notice }
    case 'problemMet':
      return { ...state, notice: null, problem: event.problem, intent: null }
    case 'alternativesFound':
      return state.problem?.kind === 'soldOut' || state.problem?.kind === 'gone'
        ? { ...state, problem: { ...state.problem, alternatives: event.alternatives } }
        : state
    case 'wentTo':
      return { ...state, ...calm, codeProblem: null, step: event.step }
    case 'finished':
      return { ...state, ...calm, trip: event.trip, intent: null, step: 'done' }
    case 'startedOver':
      return { ...state, ...calm, ...nothingChosen, trip: null, intent: null, answers: {}, step: state.experienceId === null ? 'agenda' : 'times' }
    default:
      return state
  }
}
