import { describe, expect, it, vi } from 'vitest'
import { refused, scenario, startServer, trips } from '../../testing/server'
import { savedCheckout } from '../session'
import type { Stripe } from '../../stripe'
import { startOver } from './lifetime'
import { checkPayment, pay } from './paying'
import { newPurchase, stripeThat, toPayment } from './testing'

describe('paying', () => {
  it('ends with the booking', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'done', trip: { status: { slug: 'converted' } } })
    expect(server.named('/confirm')).toHaveLength(1)
  })

  it('pays once on a double click', async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const { stripe } = purchase.fields!
    await Promise.all([pay(purchase), pay(purchase)])
    expect(stripe.confirmPayment).toHaveBeenCalledOnce()
  })

  it('asks for the terms only where there are some, and tells the server of them', async () => {
    const server = startServer()
    const purchase = newPurchase({ hasTerms: true })
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: { key: 'termsMissing' } })
    purchase.store.dispatch({ type: 'termsChanged', isAccepted: true })
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
    expect(server.named('/convert')[0]?.body).toMatchObject({ accept_terms: true })
  })

  it.each<[string, Partial<Awaited<ReturnType<Stripe['confirmPayment']>>['error']>, string]>([
    ['the card is declined', { type: 'card_error', message: 'No funds.' }, 'cardDeclined'],
    ['Stripe is not reached', { type: 'api_connection_error' }, 'gatewayFailed'],
    ['the visitor does not approve', { type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }, 'paymentNotApproved'],
  ])('%s: nothing is lost', async (_name, error, key) => {
    startServer()
    scenario.confirm = 'requires_method'
    const purchase = newPurchase()
    await toPayment(purchase, stripeThat({ error: { type: '', ...error } }))
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: { key }, busy: null })
    expect(savedCheckout()?.intentId).toBeNull()
  })

  it('leaves wrong fields to the form that Stripe draws', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toPayment(purchase, stripeThat({ error: { type: 'validation_error' } }))
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: null })
    expect(server.named('/confirm')).toHaveLength(0)
  })

  it('asks again while the bank works, then says so', async () => {
    const server = startServer()
    scenario.confirm = 'processing'
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
    expect(server.named('/confirm')).toHaveLength(2)
    const slow = startServer(({ path }) => (path.includes('/confirm') ? { status: 200, body: { status: 'processing', trip: null } } : undefined))
    const other = newPurchase()
    await toPayment(other)
    await pay(other)
    expect(other.store.get().problem).toEqual({ kind: 'pending' })
    expect(slow.named('/confirm')).toHaveLength(30)
  })

  it('never pays again when the answer was lost: it asks what became of it', async () => {
    let isDown = true
    const server = startServer(({ path }) => (isDown && path.includes('/confirm') ? 'offline' : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: { key: 'paymentUnknown', remedy: 'checkPayment' } })
    const { intentId } = savedCheckout()!
    isDown = false
    await checkPayment(purchase, intentId!)
    expect(purchase.store.get().step).toBe('done')
    expect(server.named('/createIntent')).toHaveLength(1)
  })

  it('tells of the refund when the seats were gone first', async () => {
    startServer()
    scenario.confirm = 'refunded'
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get().problem).toEqual({ kind: 'refunded' })
    startOver(purchase)
    expect(purchase.store.get()).toMatchObject({ trip: null, problem: null, step: 'times' })
  })

  it.each([
    ['underpaid', 'paidTooLittle'],
    ['cart_changed', 'cartChanged'],
  ])('says honestly that a trip that grew is not booked, and asks anew: %s', async (status, key) => {
    startServer()
    scenario.confirm = status
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', intent: null, notice: { tone: 'warn', key } })
    expect(savedCheckout()?.intentId ?? null).toBeNull()
    scenario.confirm = 'succeeded'
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
  })

  it('asks anew when the trip changed while the payment was begun', async () => {
    let isFirst = true
    const server = startServer(({ path }) => {
      if (!isFirst || !path.includes('/createIntent')) return undefined
      isFirst = false
      return refused(409, 'amount_changed', { shown: 19000 })
    })
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: { key: 'priceChangedAgain' } })
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
    expect(server.named('/createIntent')).toHaveLength(2)
  })

  it('shows a new price before it is paid', async () => {
    const server = startServer(({ path }) => void (path.includes('/createIntent') && (scenario.priceRise = 500)))
    const purchase = newPurchase()
    await toPayment(purchase)
    const before = purchase.store.get().trip!.totals.due_now
    const { stripe } = purchase.fields!
    await pay(purchase)
    const { notice, trip, step } = purchase.store.get()
    expect(notice).toMatchObject({ key: 'priceChanged', values: { from: before, to: before + 500 } })
    expect(trip!.totals.due_now).toBe(before + 500)
    expect(stripe.confirmPayment).not.toHaveBeenCalled()
    await pay(purchase)
    expect([step, purchase.store.get().step]).toEqual(['payment', 'done'])
    expect(server.named('/createIntent')).toHaveLength(2)
  })

  it('tells both totals when the server refuses the old one', async () => {
    startServer(({ path }) => (path.includes('/createIntent') ? refused(422, 'price_changed', { total: 20000, expected_total: 19000 }) : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get().notice).toMatchObject({ key: 'priceChanged', values: { from: 19000, to: 20000 } })
  })

  it('takes the deposit or everything, as the visitor likes', async () => {
    const server = startServer()
    scenario.depositShare = 0.2
    const purchase = newPurchase()
    await toPayment(purchase)
    const { total, due_now } = purchase.store.get().trip!.totals
    expect(due_now).toBe(Math.round(total * 0.2))
    await pay(purchase)
    expect(server.named('/createIntent')[0]?.body).toMatchObject({ amount_mode: 'due' })
    expect(purchase.store.get()).toMatchObject({ step: 'done', trip: { totals: { paid: due_now, balance: total - due_now } } })
    const other = newPurchase()
    await toPayment(other)
    other.store.dispatch({ type: 'wholeChosen', paysWhole: true })
    await pay(other)
    expect(server.named('/createIntent')[1]?.body).toMatchObject({ amount_mode: 'balance' })
    expect(other.store.get().trip!.totals.balance).toBe(0)
  })

  it('pays by wallet with the fields of the wallet', async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const wallets = { create: vi.fn(), submit: () => Promise.resolve({}) }
    purchase.fields!.wallets = wallets
    const { stripe } = purchase.fields!
    await pay(purchase, 'wallets')
    expect(stripe.confirmPayment).toHaveBeenCalledWith(expect.objectContaining({ elements: wallets, clientSecret: expect.stringContaining('secret') }))
  })

  it('opens no payment for fields that are not complete', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    purchase.fields!.card.submit = () => Promise.resolve({ error: { type: 'validation_error' } })
    await pay(purchase)
    expect(server.named('/createIntent')).toHaveLength(0)
    expect(purchase.store.get()).toMatchObject({ step: 'payment', notice: null, busy: null })
  })

  it('brings a visitor back to what the server still wants to know', async () => {
    startServer(({ path }) => (path.includes('/createIntent') ? refused(422, 'validation_failed', { fields: { 'booking.1.3': ['Please answer: Height'] } }) : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'contact', answerErrors: { 'booking.1.3': { text: 'Please answer: Height' } } })
  })

  it.each<[string, number, object]>([
    ['no_payment_provider', 409, { problem: { kind: 'paymentOff' } }],
    ['hold_expired', 409, { problem: { kind: 'expired' } }],
    ['sold_out', 409, { problem: { kind: 'soldOut' } }],
    ['gateway_error', 502, { notice: { key: 'gatewayFailed', remedy: 'pay' } }],
    ['card_declined', 402, { notice: { key: 'cardDeclined' } }],
    ['trip_locked', 423, { notice: { key: 'tripLocked' } }],
    ['offer_invalid', 422, { notice: { key: 'priceChangedAgain' } }],
    ['something_else', 500, { notice: { key: 'serverFailed' } }],
  ])('%s when the payment is opened', async (code, status, expected) => {
    startServer(({ path }) => (path.includes('/createIntent') ? refused(status, code) : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    expect(purchase.store.get()).toMatchObject(expected)
  })

  it('shows the booking when another tab was faster', async () => {
    startServer(({ path }) => (path.includes('/createIntent') ? refused(409, 'already_done') : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    trips.forEach((trip) => (trip.status = 'converted'))
    await pay(purchase)
    expect(purchase.store.get().step).toBe('done')
  })
})
