/** Guests, extras and contact go to the server; the first holds seats. */
import { get, NetworkError, post } from '../../api'
import { addonsBody, isSame, lackingPlaces } from '../addons'
import { readQuery } from '../../address-bar'
import { contactErrors, contactSoFar, trimmed } from '../contact'
import { newOrder, unchanged, withChoice, without } from '../orders'
import { answerErrors, answersBody } from '../questions'
import { saveContact as rememberContact } from '../session'
import { activeOrders, orderOf, type OrderAddons, type TimeslotRef, type Trip, type TripAnswer, type TripOrder } from '../types'
import { exclusively, keepTrip, keepTyped, type Purchase } from './checkout'
import type { Step } from './flow'
import { reportFailure } from './report'

/** Seats that were lost for a while may cost something else: both totals are told. */
function tellPrice({ store }: Purchase, before: Trip | null, { totals }: Trip): void {
  if (!before || before.totals.total === totals.total) return
  store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'priceChanged', values: { from: before.totals.total, to: totals.total } } })
}

async function send(purchase: Purchase, name: string, path: string, body: Record<string, unknown>): Promise<Trip> {
  const { attempts, store } = purchase
  try {
    const { trip, warnings = [] } = await post<TripAnswer>(path, body, { idempotencyKey: attempts.keyFor(name, body) })
    attempts.settle(name)
    keepTrip(purchase, trip)
    store.dispatch({ type: 'tripChanged', trip })
    dropped.set(purchase, warnings.find(({ code }) => code.startsWith('offer'))?.message ?? null)
    return trip
  } catch (error) {
    if (!(error instanceof NetworkError)) attempts.settle(name)
    throw error
  }
}

/** What the server said of a code that no longer counts; told once the step is reached. */
const dropped = new WeakMap<Purchase, string | null>()

function goTo(purchase: Purchase, step: Step): void {
  const { dispatch } = purchase.store
  dispatch({ type: 'wentTo', step })
  const text = dropped.get(purchase)
  if (text) dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'codeGone', text } })
  dropped.delete(purchase)
}

const save = (purchase: Purchase, name: string, body: Record<string, unknown>): Promise<Trip> => send(purchase, name, '/api/trip/save', body)

/** Where visitors come from, and by whose link: the first call says so, once. */
function origin(search: string): Record<string, unknown> {
  const { reseller, promo } = readQuery(search)
  const utm = Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => /^utm_[a-z]+$/.test(name)).map(([name, text]) => [name, text.slice(0, 200)]))
  return {
    ...(reseller && { reseller }),
    ...(promo && { promo }),
    ...(Object.keys(utm).length > 0 && { utm }),
    ...(document.referrer && { referrer: document.referrer.slice(0, 2000) }),
  }
}

function guestsBody({ store, language, search }: Purchase): Record<string, unknown> {
  const { trip, orderId, experienceId, timeslot, quantities } = store.get()
  return {
    ...(trip ? { id: trip.hash } : origin(search)),
    locale: language,
    orders: withChoice(trip, { orderId, experienceId, timeslotId: timeslot!.id, quantities }),
  }
}

/** What an order can have beside its tickets. */
async function loadExtras({ store }: Purchase, trip: Trip, order: TripOrder): Promise<OrderAddons> {
  const extras = await get<OrderAddons>(`/api/tripOrder/${order.id}/addons/get?trip=${trip.hash}`)
  store.dispatch({ type: 'extrasLoaded', extras })
  return extras
}

/** Holds the seats, then goes on to what can be had beside them, or to where the visitor was. */
export const saveGuests = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store } = purchase
    const { trip: before, orderId, step, problem } = store.get()
    try {
      const trip = await save(purchase, 'guests', guestsBody(purchase))
      const order = orderOf(trip, orderId) ?? newOrder(before, trip)
      store.dispatch({ type: 'orderSaved', orderId: order?.id ?? null })
      const extras = order && (await loadExtras(purchase, trip, order))
      const next = extras && extras.available.length > 0 ? 'extras' : 'contact'
      goTo(purchase, step === 'payment' || step === 'contact' ? step : next)
      if (problem?.kind === 'expired') tellPrice(purchase, before, trip)
    } catch (error) {
      await reportFailure(purchase, error, 'saveGuests')
    }
  })

/** Adds what was picked beside the tickets. */
export const saveExtras = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store } = purchase
    const { trip, orderId, extras, picks } = store.get()
    const order = orderOf(trip, orderId)
    if (!trip || !order || !extras) return
    const lacking = lackingPlaces(extras.available, picks)
    store.dispatch({ type: 'picksRefused', errors: Object.fromEntries(lacking.map((place) => [place, ''])) })
    if (lacking.length > 0) return
    try {
      if (!isSame(extras, picks)) {
        await send(purchase, 'extras', `/api/trip/${trip.hash}/tripOrder/${order.id}/addon/save`, addonsBody(extras.available, picks, order))
        await loadExtras(purchase, trip, order)
      }
      goTo(purchase, 'contact')
    } catch (error) {
      await reportFailure(purchase, error, 'saveExtras')
    }
  })

/** Opens what can be had beside the tickets of an order once more. */
export const reopenExtras = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'resuming', async () => {
    const { trip, orderId } = purchase.store.get()
    const order = orderOf(trip, orderId)
    if (trip && order) await loadExtras(purchase, trip, order).catch(() => undefined)
  })

/** Another time for the same party. */
export function chooseAlternative(purchase: Purchase, timeslot: TimeslotRef): Promise<void> {
  const { dispatch, get: read } = purchase.store
  const { step } = read()
  dispatch({ type: 'timeslotChosen', timeslot })
  dispatch({ type: 'wentTo', step })
  return saveGuests(purchase)
}

/** Takes one activity out of the cart; the last one leaves an empty cart and a new beginning. */
export const removeOrder = (purchase: Purchase, orderId: number): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store } = purchase
    const { trip, orderId: open } = store.get()
    if (!trip) return
    try {
      const left = await save(purchase, 'guests', { id: trip.hash, orders: without(trip, orderId) })
      const [first] = activeOrders(left)
      if (!first) store.dispatch({ type: 'anotherWanted' })
      else if (open === orderId) store.dispatch({ type: 'orderSaved', orderId: first.id })
    } catch (error) {
      await reportFailure(purchase, error, 'saveGuests')
    }
  })

/** Less than this is no gain: the seats have been held for as long as they may. */
const GAIN = 10_000

/** Instant until which seats are held, in ms; 0 where none are. */
const heldUntil = ({ hold_expires_at: at }: Trip): number => (at ? Date.parse(at) : 0)
const isLonger = (before: Trip, after: Trip): boolean => heldUntil(after) - heldUntil(before) > GAIN

/** Holds the seats for longer, as far as they may be held. */
export const renewHold = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { trip } = purchase.store.get()
    if (!trip) return
    try {
      const renewed = await save(purchase, 'renew', { id: trip.hash, orders: unchanged(trip) })
      tellPrice(purchase, trip, renewed)
      if (!isLonger(trip, renewed)) purchase.store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'holdLongest' } })
    } catch (error) {
      await reportFailure(purchase, error, 'renewHold')
    }
  })

/** Checks the form, stores it with the trip, and goes on to the payment. The seats are held anew. */
export const saveContact = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'saving', async () => {
    const { store, language } = purchase
    const { contact, trip, answers, mayRemind } = store.get()
    const errors = contactErrors(contact)
    const questions = answerErrors(trip, answers)
    store.dispatch({ type: 'contactRefused', errors, answers: questions })
    if (Object.keys({ ...errors, ...questions }).length > 0 || !trip) return
    rememberContact(trimmed(contact))
    const customFieldValues = answersBody(trip, answers)
    try {
      const saved = await save(purchase, 'contact', {
        id: trip.hash,
        locale: language,
        contact: trimmed(contact),
        orders: unchanged(trip),
        may_remind: mayRemind,
        ...(customFieldValues.length > 0 && { customFieldValues }),
      })
      goTo(purchase, 'payment')
      tellPrice(purchase, trip, saved)
    } catch (error) {
      await reportFailure(purchase, error, 'saveContact')
    }
  })

/** Keeps with the cart whom to remind of it, once they agreed; takes it back when they no longer do. Quietly: nothing depends on it. */
export async function noteVisitor(purchase: Purchase): Promise<void> {
  const { contact, trip, mayRemind, busy } = purchase.store.get()
  keepTyped(purchase)
  const known = mayRemind ? contactSoFar(contact) : null
  if (!trip || busy !== null || (mayRemind && !known)) return
  const body = { id: trip.hash, may_remind: mayRemind, ...(known && { contact: known }) }
  await post<TripAnswer>('/api/trip/save', body).catch(() => undefined)
}
