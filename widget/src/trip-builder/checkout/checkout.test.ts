import { describe, expect, it, vi } from 'vitest'
import { tours } from '../../../dev/data.ts'
import { refused, scenario, startServer, trips } from '../../testing/server'
import { savedCheckout } from '../session'
import { checkHold, release } from './lifetime'
import { pay } from './paying'
import { chooseAlternative, renewHold, saveContact, saveGuests } from './saving'
import { fillContact, freeSlot, newPurchase, toContact, toPayment } from './testing'

const stepOf = (purchase: ReturnType<typeof newPurchase>) => purchase.store.get().step

describe('holding seats', () => {
  it('saves the party and goes on', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    expect(stepOf(purchase)).toBe('contact')
    expect(server.named('/trip/save')[0]).toMatchObject({
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'Idempotency-Key': expect.any(String), 'X-Outfitter-Visitor': expect.any(String) },
      body: { orders: [{ experience_id: tours[0]!.id, quantities: [{ experience_customer_type_id: 121, qty: 2 }] }] },
    })
    expect(savedCheckout()?.hash).toBe(purchase.store.get().trip!.hash)
  })

  it('does one thing at a time: a double click saves once', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await Promise.all([toContact(purchase), saveGuests(purchase), saveGuests(purchase)])
    expect(server.named('/trip/save')).toHaveLength(1)
  })

  it('sends a lost request again under the same key, and a new one under a new key', async () => {
    let isDown = true
    const server = startServer(({ path }) => (isDown && path.includes('/trip/save') ? 'offline' : undefined))
    const purchase = newPurchase()
    await toContact(purchase)
    expect(purchase.store.get().notice).toMatchObject({ key: 'networkLost', remedy: 'saveGuests' })
    isDown = false
    await saveGuests(purchase)
    await saveGuests(purchase)
    const keys = server.named('/trip/save').map(({ headers }) => headers['Idempotency-Key'])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('says by whose link the visitor came, when the cart is begun', async () => {
    const server = startServer()
    const purchase = newPurchase({ search: '?experience=12&reseller=3&promo=SUNNY&utm_source=flyer' })
    await toContact(purchase)
    await saveGuests(purchase)
    const [begun, later] = server.named('/trip/save').map(({ body }) => body)
    expect(begun).toMatchObject({ reseller: 3, promo: 'SUNNY', utm: { utm_source: 'flyer' } })
    expect(later).not.toHaveProperty('reseller')
  })

  it('offers other times when the last seats are gone, and keeps the party', async () => {
    startServer()
    scenario.soldOutOnSave = true
    const purchase = newPurchase()
    await toContact(purchase)
    const { problem, quantities } = purchase.store.get()
    expect(problem).toMatchObject({ kind: 'soldOut', remaining: 0 })
    const [other] = problem?.kind === 'soldOut' ? problem.alternatives! : []
    await chooseAlternative(purchase, other!)
    expect(purchase.store.get()).toMatchObject({ problem: null, step: 'contact', quantities, timeslot: { id: other!.id } })
  })

  it.each<[string, Record<string, unknown>, object]>([
    ['min_party', {}, { notice: { key: 'partyTooSmall' } }],
    ['composition', {}, { notice: { key: 'partyMix' } }],
    ['customer_type_unavailable', {}, { notice: { key: 'partyType' } }],
    ['cutoff', {}, { problem: { kind: 'gone' } }],
    ['sold_out', { remaining: 1 }, { problem: { kind: 'soldOut', remaining: 1 } }],
  ])('not bookable because of %s', async (reason, detail, expected) => {
    startServer(({ path }) => (path.includes('/trip/save') ? refused(409, 'not_bookable', { reason, ...detail }) : undefined))
    const purchase = newPurchase()
    await toContact(purchase)
    expect(purchase.store.get()).toMatchObject(expected)
  })

  it('says how long to wait when there were too many tries', async () => {
    startServer(({ path }) => (path.includes('/trip/save') ? refused(429, 'rate_limited', { retry_after: 17 }) : undefined))
    const purchase = newPurchase()
    await toContact(purchase)
    expect(purchase.store.get().notice).toMatchObject({ key: 'tooManyTriesIn', values: { n: 17 } })
  })
})

describe('the contact', () => {
  it('stays with the form until it is complete', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    await saveContact(purchase)
    expect(Object.keys(purchase.store.get().contactErrors)).toHaveLength(4)
    expect(server.named('/trip/save')).toHaveLength(1)
  })

  it("shows the server's objection at its field", async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    fillContact(purchase, { email: 'jana@example.invalid' })
    await saveContact(purchase)
    expect(purchase.store.get()).toMatchObject({ step: 'contact', contactErrors: { email: { text: 'This address cannot receive mail.' } } })
  })
})

describe('the hold', () => {
  it('is renewed on request, and every step renews it', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    const first = purchase.store.get().trip!.hold_expires_at!
    vi.setSystemTime(Date.now() + 60_000)
    await renewHold(purchase)
    expect(purchase.store.get().trip!.hold_expires_at! > first).toBe(true)
    expect(server.named('/trip/save')[1]?.body).toMatchObject({ orders: [{ id: expect.any(Number), timeslot_id: freeSlot().id }] })
    fillContact(purchase)
    await saveContact(purchase)
    expect(server.named('/trip/save')[2]?.body).toMatchObject({ orders: [{ id: expect.any(Number) }], contact: { first_name: 'Jana' } })
  })

  it('that cannot be any longer says so', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    await renewHold(purchase)
    expect(purchase.store.get().notice).toMatchObject({ key: 'holdLongest' })
    vi.setSystemTime(Date.now() + 60_000)
    await renewHold(purchase)
    expect(purchase.store.get().notice).toBeNull()
  })

  it('that comes back at another price tells both', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    const { total } = purchase.store.get().trip!.totals
    purchase.store.dispatch({ type: 'problemMet', problem: { kind: 'expired' } })
    scenario.priceRise = 700
    await saveGuests(purchase)
    expect(purchase.store.get()).toMatchObject({ problem: null, notice: { key: 'priceChanged', values: { from: total, to: total + 700 } } })
  })

  it('that ended shows a way to hold the same seats again', async () => {
    startServer()
    scenario.holdSeconds = -1
    const purchase = newPurchase()
    await toContact(purchase)
    await checkHold(purchase)
    expect(purchase.store.get().problem).toEqual({ kind: 'expired' })
    scenario.holdSeconds = 900
    await saveGuests(purchase)
    expect(purchase.store.get()).toMatchObject({ problem: null, step: 'contact' })
  })

  it('starts anew when the server forgot the trip', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    trips.clear()
    await saveGuests(purchase)
    expect(purchase.store.get()).toMatchObject({ trip: null, problem: { kind: 'expired' } })
    await saveGuests(purchase)
    expect(purchase.store.get()).toMatchObject({ problem: null, step: 'contact' })
  })

  it('is given back on leaving before payment, not while paying and not afterwards', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    release(purchase)
    expect(server.named('/holds/cancel')).toMatchObject([{ isKeptAlive: true, body: { trip: purchase.store.get().trip!.hash } }])
    expect(savedCheckout()).toBeNull()
    const paying = newPurchase()
    await toPayment(paying)
    const payment = pay(paying)
    release(paying)
    await payment
    release(paying)
    expect(server.named('/holds/cancel')).toHaveLength(1)
  })
})
