/** Beginning and end of a purchase: a reload resumes it, closing gives the seats back. */
import { ApiError, get, post } from '../../api'
import { positiveInt } from '../../query'
import { quantitiesOf } from '../guests'
import { saveCheckout, saveContact, savedCheckout, type SavedCheckout } from '../session'
import { activeOrder, isDeleted, isOrdered, type Trip } from '../types'
import { exclusively, keepTrip, type Purchase } from './checkout'
import { failureEvent } from './failures'
import { checkPayment, enterPayment } from './paying'

function cancelHold(hash: string, orderId: number | null): void {
  if (orderId === null) return
  post(`/api/tripOrder/${orderId}/holds/cancel`, { trip: hash }, { isKeptAlive: true }).catch(() => undefined)
}

/** The checkout that this address belongs to: from the address itself after a bank's page, else from the tab. */
function checkoutToResume(search: string): SavedCheckout | null {
  const query = new URLSearchParams(search)
  const saved = savedCheckout()
  const hash = query.get('trip')
  if (hash) return { search, hash, orderId: null, intentId: positiveInt(query.get('intent')) ?? saved?.intentId ?? null }
  if (!saved) return null
  if (saved.search === search) return saved
  if (saved.intentId === null) cancelHold(saved.hash, saved.orderId)
  saveCheckout(null)
  return null
}

async function findTrip(purchase: Purchase, hash: string): Promise<Trip | null> {
  let found: Trip | null = null
  await exclusively(purchase, 'resuming', async () => {
    try {
      found = await get<Trip>(`/api/trip/${hash}/get`)
    } catch (error) {
      if (error instanceof ApiError) saveCheckout(null)
    }
  })
  return found
}

/** Finds the purchase that a reload interrupted and continues where it stood. */
export async function resume(purchase: Purchase): Promise<void> {
  const { store, search } = purchase
  const saved = checkoutToResume(search)
  const trip = saved && (await findTrip(purchase, saved.hash))
  if (!saved || !trip) return
  if (isOrdered(trip)) return store.dispatch({ type: 'finished', trip })
  if (isDeleted(trip) && saved.intentId === null) return saveCheckout(null)
  const order = activeOrder(trip)
  if (!order?.timeslot) return
  store.dispatch({ type: 'resumed', trip, quantities: quantitiesOf(order) })
  keepTrip(purchase, trip, saved.intentId)
  const step = trip.contact.email ? 'payment' : 'contact'
  store.dispatch({ type: 'wentTo', step })
  if (saved.intentId) await checkPayment(purchase, saved.intentId)
  if (store.get().step === 'done' || store.get().problem || store.get().notice?.remedy === 'checkPayment') return
  if (trip.is_expired || !trip.hold_expires_at) {
    return store.dispatch({ type: 'problemMet', problem: { kind: 'expired' } })
  }
  if (step === 'payment' && !store.get().intent) await enterPayment(purchase)
}

/** The clock ran out: the server says whether the seats are really gone. */
export async function checkHold({ store }: Purchase): Promise<void> {
  const { trip, busy, step } = store.get()
  if (!trip || busy === 'paying' || busy === 'checking' || step === 'done') return
  try {
    const fresh = await get<Trip>(`/api/trip/${trip.hash}/get`)
    if (isOrdered(fresh)) return store.dispatch({ type: 'finished', trip: fresh })
    const isHeld = !fresh.is_expired && fresh.hold_expires_at !== null && fresh.hold_expires_at > trip.hold_expires_at!
    if (isHeld) return store.dispatch({ type: 'tripChanged', trip: fresh })
  } catch (error) {
    if (error instanceof ApiError && error.status !== 404) return store.dispatch(failureEvent(error, 'saveGuests'))
  }
  store.dispatch({ type: 'problemMet', problem: { kind: 'expired' } })
}

/** The visitor leaves: seats that are not being paid for go back, what was typed stays in the tab. */
export function release({ store }: Purchase): void {
  const { trip, busy, contact, step } = store.get()
  saveContact(contact)
  if (busy === 'paying' || busy === 'checking') return
  saveCheckout(null)
  if (!trip || step === 'done' || isOrdered(trip)) return
  cancelHold(trip.hash, activeOrder(trip)?.id ?? null)
}

/** Another purchase, with the same person. */
export function startOver({ store }: Purchase): void {
  saveCheckout(null)
  store.dispatch({ type: 'startedOver' })
}
