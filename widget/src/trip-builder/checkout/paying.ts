/** From the prepared payment to its certain end. The server's word is the only proof of payment. */
import { ApiError, get, NetworkError, post } from '../../api'
import type { Intent, IntentId, PaymentAnswer, Trip, TripAnswer } from '../types'
import { isOrdered } from '../types'
import { exclusively, keepIntent, keepTrip, type Purchase } from './checkout'
import { reportFailure } from './report'
import type { StripeError } from '../../stripe'
import type { TripKey } from '../../messages/trip'

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

export const enterPayment = (purchase: Purchase): Promise<void> =>
  exclusively(purchase, 'preparing', async () => {
    try {
      await enterPaymentNow(purchase)
    } catch (error) {
      if (!(error instanceof NetworkError)) purchase.attempts.settle('intent')
      await reportFailure(purchase, error, 'enterPayment')
    }
  })

/** Where a bank's page leads back to: the trip, the payment to look up, and the same language and look. */
function returnUrl({ language, theme }: Purchase, trip: Trip, intentId: IntentId): string {
  const url = new URL('/widgets/tripBuilder', location.origin)
  url.searchParams.set('trip', trip.hash)
  url.searchParams.set('intent', String(intentId))
  url.searchParams.set('language', language)
  if (theme) url.searchParams.set('theme', theme)
  return url.href
}

/** True when Stripe says that nothing was charged and the visitor can try again in the same fields. */
function showStripeError({ store }: Purchase, error: StripeError): boolean {
  if (error.type === 'validation_error') return true
  if (error.type !== 'card_error') return false
  const text = error.decline_code === 'generic_decline' ? null : (error.message ?? null)
  store.dispatch({ type: 'noticed', notice: { tone: 'danger', key: 'cardDeclined', text } })
  return true
}

/** Confirms the order: by card, or at once when nothing is due. */
export const pay = (purchase: Purchase): Promise<void> =>
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
      const confirmParams = { return_url: returnUrl(purchase, trip, intent.intent_id) }
      const { error } = await fields.stripe.confirmPayment({ elements: fields.elements, redirect: 'if_required', confirmParams })
      if (error && showStripeError(purchase, error)) return keepIntent(purchase, null)
      await settle(purchase, intent.intent_id, error)
    } catch (error) {
      await reportFailure(purchase, error, 'pay')
    }
  })

/** Asks the server what became of the payment, as often as needed. Never pays. */
export const checkPayment = (purchase: Purchase, intentId: IntentId): Promise<void> =>
  exclusively(purchase, 'checking', async () => {
    try {
      await settle(purchase, intentId)
    } catch (error) {
      await reportFailure(purchase, error, 'checkPayment')
    }
  })

async function confirm({ store, wait }: Purchase, intentId: IntentId): Promise<PaymentAnswer> {
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
async function settle(purchase: Purchase, intentId: IntentId, error?: StripeError): Promise<void> {
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
    } else return conclude(purchase, answer, intentId, error)
  }
  store.dispatch({ type: 'problemMet', problem: { kind: 'pending' } })
}

async function confirmOrExplain(purchase: Purchase, intentId: IntentId): Promise<PaymentAnswer | null> {
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

const AUTHENTICATION_FAILED = 'payment_intent_authentication_failure'

/** Why a payment did not happen: the bank said no, the visitor did not approve, or Stripe was not reached. */
function refusalKey({ status, message }: PaymentAnswer, error: StripeError | undefined): TripKey {
  if (status === 'requires_action' || error?.code === AUTHENTICATION_FAILED) return 'paymentNotApproved'
  if (message) return 'cardDeclined'
  return error ? 'gatewayFailed' : 'paymentNotApproved'
}

async function conclude(
  purchase: Purchase,
  answer: PaymentAnswer,
  intentId: IntentId,
  error: StripeError | undefined,
): Promise<void> {
  const { dispatch, get: read } = purchase.store
  const { status, trip, message } = answer
  if (status === 'succeeded') {
    if (!isOrdered(trip)) return finish(purchase, await convert(purchase, trip, intentId))
    recordTerms(purchase, trip)
    return finish(purchase, trip)
  }
  keepIntent(purchase, null)
  dispatch({ type: 'tripChanged', trip })
  if (status === 'refunded') return dispatch({ type: 'problemMet', problem: { kind: 'refunded' } })
  if (status === 'canceled' || read().intent === null) await enterPaymentNow(purchase)
  if (status === 'canceled') return dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'paymentCanceled' } })
  const key = refusalKey(answer, error)
  dispatch({ type: 'noticed', notice: { tone: 'danger', key, text: key === 'cardDeclined' ? message : null } })
}

/** A payment books the trip by itself; that the terms were accepted is told afterwards. */
function recordTerms(purchase: Purchase, trip: Trip): void {
  if (purchase.hasTerms && purchase.store.get().hasAcceptedTerms) convert(purchase, trip, null).catch(() => undefined)
}

async function convert(purchase: Purchase, trip: Trip, intentId: IntentId | null): Promise<Trip> {
  const body = {
    ...(intentId && { intent_id: intentId }),
    expected_total: trip.totals.total,
    accept_terms: purchase.store.get().hasAcceptedTerms || !purchase.hasTerms,
  }
  return (await post<TripAnswer>(`/api/trip/${trip.hash}/convert`, body, { isKeptAlive: true })).trip
}

function finish(purchase: Purchase, trip: Trip): void {
  keepTrip(purchase, trip)
  purchase.store.dispatch({ type: 'finished', trip })
}
