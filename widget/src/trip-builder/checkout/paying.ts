/** From the prepared payment to its certain end. The server's word is the only proof of payment. */
import { ApiError, get, NetworkError, post } from '../../api'
import type { Intent, PaymentAnswer, Trip, TripAnswer } from '../types'
import { isOrdered } from '../types'
import { exclusively, keepIntent, keepTrip, type Purchase } from './checkout'
import { failureEvent } from './failures'
import type { StripeError } from '../stripe'

const POLL_EVERY = 2000
const POLL_TIMES = 30
const NETWORK_RETRIES = [1000, 2000, 4000]

/** Creates the payment for what is due, inside an action that is already running. */
export async function enterPaymentNow({ store, attempts }: Purchase): Promise<void> {
  const { trip } = store.get()
  if (!trip) return
  if (trip.totals.due_now <= 0) return store.dispatch({ type: 'intentReady', intent: null })
  const body = { amount_mode: 'due', channel: 'web' }
  const idempotencyKey = attempts.keyFor('intent', { ...body, trip: trip.hash, due: trip.totals.due_now })
  const intent = await post<Intent>(`/api/payment/trip/${trip.hash}/createIntent`, body, { idempotencyKey })
  attempts.settle('intent')
  const fresh =
    intent.amount === trip.totals.due_now
      ? { ...trip, hold_expires_at: intent.hold_expires_at ?? trip.hold_expires_at }
      : await get<Trip>(`/api/trip/${trip.hash}/get`)
  store.dispatch({ type: 'tripChanged', trip: fresh })
  store.dispatch({ type: 'intentReady', intent })
  if (intent.amount === trip.totals.due_now) return
  store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'priceChanged', values: { from: trip.totals.due_now, to: intent.amount } } })
}

type Report = (purchase: Purchase, event: ReturnType<typeof failureEvent>) => Promise<void>

export const enterPayment = (purchase: Purchase, report: Report): Promise<void> =>
  exclusively(purchase, 'preparing', async () => {
    try {
      await enterPaymentNow(purchase)
    } catch (error) {
      if (!(error instanceof NetworkError)) purchase.attempts.settle('intent')
      await report(purchase, failureEvent(error, 'enterPayment'))
    }
  })

function returnUrl(trip: Trip): string {
  const url = new URL('/widgets/tripBuilder', location.origin)
  url.searchParams.set('trip', trip.hash)
  return url.href
}

/** True when Stripe says that nothing was charged and the visitor can try again in the same fields. */
function showStripeError({ store }: Purchase, error: StripeError): boolean {
  if (error.type === 'validation_error') return true
  if (error.type !== 'card_error') return false
  store.dispatch({ type: 'noticed', notice: { tone: 'danger', key: 'cardDeclined', text: error.message ?? null } })
  return true
}

/** Confirms the order: by card, or at once when nothing is due. */
export const pay = (purchase: Purchase, report: Report): Promise<void> =>
  exclusively(purchase, 'paying', async () => {
    const { store, fields, hasTerms } = purchase
    const { trip, intent, hasAcceptedTerms } = store.get()
    if (!trip) return
    if (hasTerms && !hasAcceptedTerms) {
      return store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'termsMissing' } })
    }
    try {
      if (!intent) return finish(purchase, await convert(purchase, trip, null))
      if (!fields) return
      keepIntent(purchase, intent.intent_id)
      const confirmParams = { return_url: returnUrl(trip) }
      const { error } = await fields.stripe.confirmPayment({ elements: fields.elements, redirect: 'if_required', confirmParams })
      if (error && showStripeError(purchase, error)) return keepIntent(purchase, null)
      await settle(purchase, intent.intent_id)
    } catch (error) {
      await report(purchase, failureEvent(error, 'pay'))
    }
  })

/** Asks the server what became of the payment, as often as needed. Never pays. */
export const checkPayment = (purchase: Purchase, intentId: string, report: Report): Promise<void> =>
  exclusively(purchase, 'checking', async () => {
    try {
      await settle(purchase, intentId)
    } catch (error) {
      await report(purchase, failureEvent(error, 'checkPayment'))
    }
  })

async function confirm({ store, wait }: Purchase, intentId: string): Promise<PaymentAnswer> {
  const path = `/api/payments/trip/${store.get().trip!.hash}/confirm`
  for (const pause of NETWORK_RETRIES) {
    try {
      return await post<PaymentAnswer>(path, { intent_id: intentId })
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      await wait(pause)
    }
  }
  return post<PaymentAnswer>(path, { intent_id: intentId })
}

/** Polls until the payment has an end, and brings the visitor there. */
async function settle(purchase: Purchase, intentId: string): Promise<void> {
  const { store, wait, fields } = purchase
  let hasTakenAction = false
  for (let count = 0; count < POLL_TIMES; count += 1) {
    const answer = await confirmOrExplain(purchase, intentId)
    if (!answer) return
    if (answer.status === 'requires_action' && fields?.stripe.handleNextAction && !hasTakenAction) {
      hasTakenAction = true
      const clientSecret = store.get().intent?.client_secret
      if (clientSecret) await fields.stripe.handleNextAction({ clientSecret })
    } else if (answer.status === 'processing') {
      await wait(POLL_EVERY)
    } else return conclude(purchase, answer, intentId)
  }
  store.dispatch({ type: 'problemMet', problem: { kind: 'pending' } })
}

async function confirmOrExplain(purchase: Purchase, intentId: string): Promise<PaymentAnswer | null> {
  const { store } = purchase
  try {
    return await confirm(purchase, intentId)
  } catch (error) {
    if (error instanceof NetworkError) {
      store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'paymentUnknown', remedy: 'checkPayment' } })
      return null
    }
    if (error instanceof ApiError && error.code === 'card_declined') keepIntent(purchase, null)
    throw error
  }
}

async function conclude(purchase: Purchase, { status, trip, message }: PaymentAnswer, intentId: string): Promise<void> {
  const { dispatch } = purchase.store
  if (status === 'succeeded') {
    return finish(purchase, isOrdered(trip) ? trip : await convert(purchase, trip, intentId))
  }
  keepIntent(purchase, null)
  dispatch({ type: 'tripChanged', trip })
  if (status === 'refunded') return dispatch({ type: 'problemMet', problem: { kind: 'refunded', message } })
  if (status === 'canceled') {
    await enterPaymentNow(purchase)
    return dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'paymentCanceled' } })
  }
  const key = status === 'requires_action' ? 'paymentNotApproved' : 'cardDeclined'
  dispatch({ type: 'noticed', notice: { tone: 'danger', key, text: message } })
}

async function convert(purchase: Purchase, trip: Trip, intentId: string | null): Promise<Trip> {
  const body = {
    ...(intentId && { intent_id: intentId }),
    expected_total: trip.totals.total,
    accept_terms: purchase.store.get().hasAcceptedTerms || !purchase.hasTerms,
  }
  return (await post<TripAnswer>(`/api/trip/${trip.hash}/convert`, body)).trip
}

function finish(purchase: Purchase, trip: Trip): void {
  keepTrip(purchase, trip)
  purchase.store.dispatch({ type: 'finished', trip })
}
