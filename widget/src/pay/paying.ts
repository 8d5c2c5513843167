/** From the press of the button to the certain end of the payment. The server's word is its only proof. */
import { ApiError, NetworkError } from '../api'
import type { PayKey } from '../messages/pay'
import type { StripeError } from '../stripe'
import { sumOf } from './amount'
import { exclusively, keepIntent, keptIntent, showLink, type Desk, type Notice } from './desk'
import { applyGiftCard, confirm, createIntent, openLink, removeGiftCard, wantedOf } from './server'
import type { Intent, Outcome } from './types'

const POLL_EVERY = 2000
const POLL_TIMES = 30
const NETWORK_RETRIES = [1000, 2000, 4000]

/** Refusals that say that the link is not what this page shows any more. */
const OVERTAKEN = new Set([
  'already_done',
  'amount_changed',
  'link_expired',
  'link_void',
  'nothing_due',
  'overpayment',
  'paid_at_partner',
  'payment_in_progress',
  'price_changed',
])

const waitText = ({ detail }: ApiError): Notice => {
  const seconds = Number(detail.retry_after)
  return seconds > 0
    ? { tone: 'warn', key: 'tooManyTriesIn', values: { n: Math.ceil(seconds) } }
    : { tone: 'warn', key: 'tooManyTries' }
}

function noticeOf(error: unknown): Notice {
  if (error instanceof NetworkError) return { tone: 'danger', key: 'networkLost' }
  if (!(error instanceof ApiError)) return { tone: 'danger', key: 'serverFailed' }
  if (error.code === 'rate_limited') return waitText(error)
  if (error.code === 'card_declined') return { tone: 'danger', key: 'cardDeclined', text: error.message }
  if (error.code === 'gateway_error') return { tone: 'danger', key: 'gatewayFailed' }
  return { tone: 'danger', key: 'serverFailed' }
}

/** Shows the link anew after a refusal that it explains: paid elsewhere, expired, another amount. */
async function catchUp(desk: Desk): Promise<void> {
  const before = sumOf(desk.store.get().link, desk.store.get().choice)
  showLink(desk, await openLink(desk.secret))
  const { link, choice } = desk.store.get()
  const after = sumOf(link, choice)
  if (link.state !== 'open') return
  const changed = after.toPay !== before.toPay
  desk.store.dispatch({ notice: { tone: 'warn', key: changed ? 'amountChanged' : link.invoice ? 'invoiceBusy' : 'busyElsewhere' } })
}

async function report(desk: Desk, error: unknown): Promise<void> {
  if (error instanceof ApiError && OVERTAKEN.has(error.code)) {
    const isThere = await catchUp(desk).then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
  desk.store.dispatch({ notice: noticeOf(error) })
}

/** Where a bank's page leads back to: this link in this language, and the payment to look up. */
function returnUrl(intentId: number): string {
  const url = new URL(location.pathname, location.origin)
  url.searchParams.set('intent', String(intentId))
  return url.href
}

/** True when Stripe says that nothing was charged and the payer can try again in the same fields. */
function isTriedAgain({ store }: Desk, error: StripeError): boolean {
  if (error.type === 'validation_error') return true
  if (error.type !== 'card_error') return false
  const text = error.decline_code === 'generic_decline' ? null : (error.message ?? null)
  store.dispatch({ notice: { tone: 'danger', key: 'cardDeclined', text } })
  return true
}

async function prepare(desk: Desk): Promise<Intent> {
  const { link, choice } = desk.store.get()
  const { toPay, tip } = sumOf(link, choice)
  const wanted = link.invoice
    ? { amount: toPay, balance: link.trip.balance }
    : wantedOf(choice, toPay, tip, link.amount_mode === 'tab')
  const intent = await createIntent(desk.secret, wanted, desk.attempts.keyFor('intent', wanted))
  desk.attempts.settle('intent')
  return intent
}

/** Pays by what stands in the fields, or by the wallet that was just opened. */
export const pay = (desk: Desk, by: 'card' | 'wallets' = 'card'): Promise<void> =>
  exclusively(desk, 'paying', async () => {
    const { fields, secret } = desk
    const elements = fields?.[by]
    if (!fields || !elements) return
    try {
      const checked = await elements.submit?.()
      if (checked?.error) return
      const intent = await prepare(desk)
      keepIntent(secret, intent.intent_id)
      const { error } = await fields.stripe.confirmPayment({
        elements,
        clientSecret: intent.client_secret,
        redirect: 'if_required',
        confirmParams: { return_url: returnUrl(intent.intent_id) },
      })
      if (error && isTriedAgain(desk, error)) return keepIntent(secret, null)
      await settle(desk, intent, error)
    } catch (error) {
      await report(desk, error)
    }
  })

/** Asks what became of a payment that was begun on this page before. Never pays. */
export const checkPayment = (desk: Desk, intentId: number): Promise<void> =>
  exclusively(desk, 'checking', async () => {
    try {
      await settle(desk, { intent_id: intentId, client_secret: '', amount: 0 })
    } catch (error) {
      await report(desk, error)
    }
  })

export function checkAgain(desk: Desk): void {
  const intentId = keptIntent(desk.secret)
  if (intentId) void checkPayment(desk, intentId)
}

async function ask(desk: Desk, intentId: number): Promise<Outcome> {
  for (const pause of NETWORK_RETRIES) {
    try {
      return await confirm(desk.secret, intentId)
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      await desk.wait(pause)
    }
  }
  return confirm(desk.secret, intentId)
}

async function askOrExplain(desk: Desk, intentId: number): Promise<Outcome | null> {
  try {
    return await ask(desk, intentId)
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    desk.store.dispatch({ notice: { tone: 'warn', key: 'paymentUnknown', canCheck: true } })
    return null
  }
}

/** Polls until the payment has an end. */
async function settle(desk: Desk, { intent_id, client_secret }: Intent, error?: StripeError): Promise<void> {
  const { stripe } = desk.fields ?? {}
  let hasTakenAction = client_secret === ''
  for (let count = 0; count < POLL_TIMES; count += 1) {
    const outcome = await askOrExplain(desk, intent_id)
    if (!outcome) return
    if (outcome.status === 'requires_action' && stripe?.handleNextAction && !hasTakenAction) {
      hasTakenAction = true
      await stripe.handleNextAction({ clientSecret: client_secret })
    } else if (outcome.status === 'processing') {
      await desk.wait(POLL_EVERY)
    } else return conclude(desk, outcome, error)
  }
  desk.store.dispatch({ isPending: true })
}

const AUTHENTICATION_FAILED = 'payment_intent_authentication_failure'

/** Why a payment did not happen: the bank said no, the payer did not approve, or Stripe was not reached. */
export function refusal({ status, message }: Outcome, error: StripeError | undefined): Notice {
  if (status === 'canceled') return { tone: 'warn', key: 'paymentCanceled' }
  if (status === 'refunded') return { tone: 'warn', key: 'paymentRefunded' }
  if (status === 'underpaid') return { tone: 'warn', key: 'paidTooLittle' }
  if (status === 'cart_changed') return { tone: 'warn', key: 'cartChanged' }
  if (status === 'requires_action' || error?.code === AUTHENTICATION_FAILED) {
    return { tone: 'danger', key: 'paymentNotApproved' }
  }
  if (message) return { tone: 'danger', key: 'cardDeclined', text: message }
  return { tone: 'danger', key: error ? 'gatewayFailed' : 'paymentNotApproved' }
}

function conclude(desk: Desk, outcome: Outcome, error: StripeError | undefined): void {
  keepIntent(desk.secret, null)
  showLink(desk, outcome.link)
  if (outcome.status === 'succeeded') desk.store.dispatch({ isThanked: true })
  else desk.store.dispatch({ notice: refusal(outcome, error) })
}

const GIFT_CARD_PROBLEMS: Record<string, PayKey> = {
  pending: 'giftCardPending',
  expired: 'giftCardExpired',
  void: 'giftCardVoid',
  empty: 'giftCardEmpty',
  suspended: 'giftCardSuspended',
  currency: 'giftCardCurrency',
  buys_a_card: 'giftCardForCard',
  nothing_to_pay: 'giftCardNothing',
  already_applied: 'giftCardTwice',
}

/** What is wrong with a gift card, or null when something else is wrong: said above the whole page then. */
export function giftCardProblem(error: unknown): PayKey | null {
  if (error instanceof NetworkError) return 'networkLost'
  if (!(error instanceof ApiError)) return 'serverFailed'
  if (error.code === 'rate_limited') return 'giftCardTooMany'
  if (error.code === 'validation_failed') return 'giftCardUnknown'
  if (error.code !== 'gift_card_invalid') return null
  return GIFT_CARD_PROBLEMS[String(error.detail.reason)] ?? 'giftCardUnknown'
}

/** Takes what is left on a gift card off the amount. */
export const spendCode = (desk: Desk, code: string): Promise<void> =>
  exclusively(desk, 'giftCard', async () => {
    desk.store.dispatch({ giftCardProblem: null })
    try {
      showLink(desk, await applyGiftCard(desk.secret, code))
    } catch (error) {
      const problem = giftCardProblem(error)
      if (problem) desk.store.dispatch({ giftCardProblem: problem })
      else await report(desk, error)
    }
  })

export const dropCode = (desk: Desk): Promise<void> =>
  exclusively(desk, 'giftCard', async () => {
    try {
      showLink(desk, await removeGiftCard(desk.secret))
    } catch (error) {
      await report(desk, error)
    }
  })
