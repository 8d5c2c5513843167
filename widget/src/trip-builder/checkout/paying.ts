/** From the button that pays to the payment's certain end. The server's word is the only proof of payment. */
import { ApiError, get, NetworkError, post } from '../../api'
import type { Intent, IntentId, PaymentAnswer, Trip, TripAnswer } from '../types'
import { isOrdered } from '../types'
import { exclusively, forgetTrip, keepIntent, keepLook, keepTrip, type Purchase } from './checkout'
import { toPay } from './path'
import { reportFailure } from './report'
import type { StripeElements, StripeError } from '../../stripe'
import type { TripKey } from '../../messages/trip'

const POLL_EVERY = 2000
const POLL_TIMES = 30
const NETWORK_RETRIES = [1000, 2000, 4000]

/** Where a bank's page leads back to: the trip, the payment to look up, and the same language and look. */
function returnUrl({ language, theme, search }: Purchase, trip: Trip, intentId: IntentId): string {
  const url = new URL('/widgets/tripBuilder', location.origin)
  url.searchParams.set('trip', trip.hash)
  url.searchParams.set('intent', String(intentId))
  url.searchParams.set('language', language)
  if (theme) url.searchParams.set('theme', theme)
  keepLook(url, search)
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

/** False, with a word about it, while the operator's terms are not accepted. */
export function acceptsTerms({ store, hasTerms }: Purchase): boolean {
  if (!hasTerms || store.get().hasAcceptedTerms) return true
  store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'termsMissing' } })
  return false
}

export type Means = 'card' | 'wallets'

/** Confirms the order: by card or wallet, or at once when nothing is due. */
export const pay = (purchase: Purchase, means: Means = 'card'): Promise<void> =>
  exclusively(purchase, 'paying', async () => {
    const { store, fields } = purchase
    const { trip } = store.get()
    if (!trip || !acceptsTerms(purchase)) return
    try {
      if (toPay(store.get()) === 0) return finish(purchase, await convert(purchase, trip, null))
      const elements = fields?.[means]
      if (elements) await payWith(purchase, elements)
    } catch (error) {
      await reportFailure(purchase, error, 'pay')
    }
  })

async function payWith(purchase: Purchase, elements: StripeElements): Promise<void> {
  const { store, fields } = purchase
  const invalid = (await elements.submit?.())?.error
  if (invalid) return void showStripeError(purchase, invalid)
  const intent = await openIntent(purchase)
  const { trip } = store.get()
  if (!intent || !trip || !fields) return
  keepIntent(purchase, intent.intent_id)
  const { error } = await fields.stripe.confirmPayment({
    elements,
    clientSecret: intent.client_secret,
    redirect: 'if_required',
    confirmParams: { return_url: returnUrl(purchase, trip, intent.intent_id) },
  })
  if (error && showStripeError(purchase, error)) return keepIntent(purchase, null)
  await settle(purchase, intent.intent_id, error)
}

/** Opens the payment for what the visitor sees; null, with both totals, when it comes to something else by now. */
async function openIntent(purchase: Purchase): Promise<Intent | null> {
  const { store, attempts } = purchase
  const { trip, paysWhole } = store.get()
  const shown = toPay(store.get())
  const body = { amount_mode: paysWhole ? 'balance' : 'due', channel: 'web' }
  const idempotencyKey = attempts.keyFor('intent', { ...body, trip: trip!.hash, shown })
  try {
    const intent = await post<Intent>(`/api/payment/trip/${trip!.hash}/createIntent`, body, { idempotencyKey })
    attempts.settle('intent')
    if (intent.amount !== shown) {
      await showNewPrice(purchase, shown, intent.amount)
      return null
    }
    store.dispatch({ type: 'intentReady', intent })
    if (intent.hold_expires_at) store.dispatch({ type: 'tripChanged', trip: { ...trip!, hold_expires_at: intent.hold_expires_at } })
    return intent
  } catch (error) {
    if (!(error instanceof NetworkError)) attempts.settle('intent')
    throw error
  }
}

/** Nothing was charged: the new sums stand where the old ones stood, and both are told. */
async function showNewPrice({ store }: Purchase, from: number, to: number): Promise<void> {
  store.dispatch({ type: 'tripChanged', trip: await get<Trip>(`/api/trip/${store.get().trip!.hash}/get`) })
  store.dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'priceChanged', values: { from, to } } })
}

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
    const clientSecret = store.get().intent?.client_secret
    if (answer.status === 'requires_action' && fields?.stripe.handleNextAction && clientSecret && !hasTakenAction) {
      hasTakenAction = true
      await fields.stripe.handleNextAction({ clientSecret })
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
  const { dispatch } = purchase.store
  const { status, trip, message } = answer
  if (status === 'succeeded') {
    if (!isOrdered(trip)) return finish(purchase, await convert(purchase, trip, intentId))
    recordTerms(purchase, trip)
    return finish(purchase, trip)
  }
  keepIntent(purchase, null)
  dispatch({ type: 'intentReady', intent: null })
  dispatch({ type: 'tripChanged', trip })
  if (status === 'refunded') return dispatch({ type: 'problemMet', problem: { kind: 'refunded' } })
  if (status === 'underpaid') return dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'paidTooLittle' } })
  if (status === 'cart_changed') return dispatch({ type: 'noticed', notice: { tone: 'warn', key: 'cartChanged' } })
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

/** Booked: this tab finds the confirmation again, no other one the cart. */
function finish(purchase: Purchase, trip: Trip): void {
  forgetTrip(purchase)
  keepTrip(purchase, trip)
  purchase.store.dispatch({ type: 'finished', trip })
}
