/** Beginning and end of a purchase: a reload resumes it, closing gives the seats back. */
import { ApiError, get, post, serverNow } from '../../api'
import { positiveInt } from '../../query'
import { plainSearch } from '../resuming'
import { onSharedCart, saveCheckout, saveContact, savedCheckout, sharedCart, type SavedCheckout } from '../session'
import { activeOrders, isDeleted, isOrdered, type Trip } from '../types'
import { exclusively, forgetTrip, keepTrip, type Purchase } from './checkout'
import { failureEvent } from './failures'

/** What belongs to paying is loaded when it is needed. */
const paying = () => import('./paying')

function cancelHold(hash: string, orderId: number | null): void {
  if (orderId === null) return
  post(`/api/tripOrder/${orderId}/holds/cancel`, { trip: hash }, { isKeptAlive: true }).catch(() => undefined)
}

/**
 * `token`: what finds the trip where nothing else does; its hash comes with the answer. `isAgain`: a message
 * led back to it, to somebody who agreed to be reminded.
 */
type Found = SavedCheckout & { isShared?: boolean; token?: string; isAgain?: boolean }

/** The checkout that this address belongs to: from the address itself after a bank's page, else from this tab, else from another. */
function checkoutToResume(search: string): Found | null {
  const query = new URLSearchParams(search)
  const saved = savedCheckout()
  const hash = query.get('trip')
  const own = saved?.hash === hash ? saved : null
  const token = query.get('resume')
  const isAgain = query.has('again')
  if (hash) return { orderId: null, mayRemind: isAgain, ...own, search, hash, isAgain, intentId: positiveInt(query.get('intent')) ?? own?.intentId ?? null }
  if (saved?.search === plainSearch(search)) return saved
  if (token && !saved) return { orderId: null, search, hash: '', token, intentId: positiveInt(query.get('intent')) }
  if (saved) {
    if (saved.intentId === null) cancelHold(saved.hash, saved.orderId)
    saveCheckout(null)
  }
  const shared = sharedCart(search, Date.now())
  return shared ? { search, hash: shared, orderId: null, intentId: null, isShared: true } : null
}

async function findTrip(purchase: Purchase, { hash, token }: Found): Promise<Trip | null> {
  let found: Trip | null = null
  await exclusively(purchase, 'resuming', async () => {
    try {
      found = await (token ? post<Trip>('/api/trip/resume', { token }) : get<Trip>(`/api/trip/${hash}/get`))
    } catch (error) {
      if (!(error instanceof ApiError)) return
      forgetTrip(purchase)
      // Paid while the page was loaded again: nobody is to book it twice.
      if (error.code === 'already_done') purchase.store.dispatch({ type: 'noticed', notice: { tone: 'info', key: 'doneTitlePlain' } })
    }
  })
  return found
}

const isOver = (trip: Trip): boolean => trip.is_expired || trip.hold_expires_at === null

/** Finds the purchase that a reload interrupted, or that another tab began, and continues where it stood. */
export async function resume(purchase: Purchase): Promise<void> {
  const { store, search } = purchase
  const saved = checkoutToResume(search)
  const trip = saved && (await findTrip(purchase, saved))
  if (!saved || !trip) return
  if (saved.isShared && (isOrdered(trip) || isDeleted(trip) || isOver(trip))) return forgetTrip(purchase)
  if (isOrdered(trip)) return store.dispatch({ type: 'finished', trip })
  if (isDeleted(trip) && saved.intentId === null) return forgetTrip(purchase)
  if (activeOrders(trip).length === 0) return
  store.dispatch({ type: 'resumed', trip, mayRemind: saved.mayRemind ?? false })
  for (const [key, value] of Object.entries(saved.answers ?? {})) store.dispatch({ type: 'answered', key, value })
  keepTrip(purchase, trip, saved.intentId)
  store.dispatch({ type: 'wentTo', step: trip.contact.email && trip.contact.phone ? 'payment' : 'contact' })
  if (saved.intentId) await (await paying()).checkPayment(purchase, saved.intentId)
  const { step, problem, notice } = store.get()
  if (step === 'done' || problem || notice?.remedy === 'checkPayment') return
  // Who comes back by a message wants the seats again, and hears what changed.
  if (isOver(trip) && saved.isAgain) await (await import('./saving')).renewHold(purchase)
  else if (isOver(trip)) return store.dispatch({ type: 'problemMet', problem: { kind: 'expired' } })
  const { problem: unmet, notice: told } = store.get()
  if (unmet) return
  await (await import('./saving')).reopenExtras(purchase)
  // Each call puts away what an earlier one said; what changed is still news.
  if (told) store.dispatch({ type: 'noticed', notice: told })
  if (saved.isShared) store.dispatch({ type: 'noticed', notice: { tone: 'info', key: 'cartKept' } })
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

/** Another tab changed this cart: the same is shown here, without a word. Returns the way to stop. */
export function follow({ store, search }: Purchase): () => void {
  return onSharedCart(search, () => {
    const { trip, busy, step } = store.get()
    if (!trip || busy !== null || step === 'done') return
    void get<Trip>(`/api/trip/${trip.hash}/get`)
      .then((fresh) => {
        if (store.get().busy !== null) return
        if (isOrdered(fresh)) store.dispatch({ type: 'finished', trip: fresh })
        else if (isOver(fresh) || Date.parse(fresh.hold_expires_at!) <= serverNow()) store.dispatch({ type: 'problemMet', problem: { kind: 'expired' } })
        else store.dispatch({ type: 'tripChanged', trip: fresh })
      })
      .catch(() => undefined)
  })
}

/** The visitor leaves: seats that are not being paid for go back, what was typed stays in the tab. */
export function release(purchase: Purchase): void {
  const { trip, busy, contact, step } = purchase.store.get()
  saveContact(contact)
  if (busy === 'paying' || busy === 'checking') return
  forgetTrip(purchase)
  if (!trip || step === 'done' || isOrdered(trip)) return
  for (const { id } of activeOrders(trip)) cancelHold(trip.hash, id)
}

/** Another purchase, with the same person. */
export function startOver(purchase: Purchase): void {
  forgetTrip(purchase)
  purchase.store.dispatch({ type: 'startedOver' })
}
