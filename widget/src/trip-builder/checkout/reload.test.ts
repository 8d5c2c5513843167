import { describe, expect, it, vi } from 'vitest'
import { post } from '../../api'
import { scenario, startServer, trips } from '../../testing/server'
import { keepTyped } from './checkout'
import { follow, resume } from './lifetime'
import { pay } from './paying'
import { freeSlot, newPurchase, toContact, toPayment } from './testing'

describe('a reload', () => {
  it('finds the trip, the party and the step', async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const again = newPurchase()
    await resume(again)
    expect(again.store.get()).toMatchObject({
      step: 'payment',
      quantities: { 121: 2 },
      timeslot: { id: freeSlot().id },
      contact: { first_name: 'Jana', email: 'jana@example.com' },
      trip: { hash: purchase.store.get().trip!.hash },
    })
  })

  it('gives the seats of another purchase back', async () => {
    const server = startServer()
    await toContact(newPurchase())
    const other = newPurchase({ search: '?experience=13' })
    await resume(other)
    expect(other.store.get()).toMatchObject({ step: 'times', trip: null })
    expect(server.named('/holds/cancel')).toHaveLength(1)
  })

  it('in the middle of paying asks what became of it', async () => {
    const server = startServer(({ path }) => (path.includes('/confirm') ? 'offline' : undefined))
    const purchase = newPurchase()
    await toPayment(purchase)
    await pay(purchase)
    const again = newPurchase()
    await resume(again)
    expect(again.store.get().notice).toMatchObject({ key: 'paymentUnknown' })
    expect(server.named('/createIntent')).toHaveLength(1)
  })

  it("from the bank's page finishes the booking of the address", async () => {
    startServer()
    const purchase = newPurchase()
    await toPayment(purchase)
    const { hash } = purchase.store.get().trip!
    const { intent_id } = await post<{ intent_id: number }>(`/api/payment/trip/${hash}/createIntent`, {})
    sessionStorage.clear()
    const again = newPurchase({ search: `?trip=${hash}&intent=${intent_id}&payment_intent=pi_1` })
    await resume(again)
    expect(again.store.get()).toMatchObject({ step: 'done', trip: { hash } })
  })

  it('finds what was typed to questions, and the consent', async () => {
    startServer()
    scenario.questions = true
    const purchase = newPurchase()
    await toContact(purchase)
    purchase.store.dispatch({ type: 'answered', key: 'trip.1.1', value: 'A friend' })
    purchase.store.dispatch({ type: 'remindChanged', mayRemind: true })
    keepTyped(purchase)
    const again = newPurchase()
    await resume(again)
    expect(again.store.get()).toMatchObject({ step: 'contact', mayRemind: true, answers: { 'trip.1.1': 'A friend' } })
  })

  it('in a second tab shows the same cart, and says so', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    sessionStorage.clear()
    const second = newPurchase()
    await resume(second)
    expect(second.store.get()).toMatchObject({ step: 'contact', notice: { key: 'cartKept' }, trip: { hash: purchase.store.get().trip!.hash } })
    expect(server.named('/holds/cancel')).toHaveLength(0)
  })

  it('in a second tab forgets a cart whose seats are gone', async () => {
    startServer()
    scenario.holdSeconds = -1
    await toContact(newPurchase())
    sessionStorage.clear()
    const second = newPurchase()
    await resume(second)
    expect(second.store.get()).toMatchObject({ step: 'times', trip: null, problem: null })
  })

  it('follows what another tab does to the cart', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    const stop = follow(purchase)
    trips.forEach((trip) => (trip.status = 'converted'))
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'outfitter.cart.?experience=12' }))
    await vi.waitFor(() => expect(purchase.store.get().step).toBe('done'))
    stop()
  })

  it('after the hold ended says so', async () => {
    startServer()
    scenario.holdSeconds = -1
    await toContact(newPurchase())
    const again = newPurchase()
    await resume(again)
    expect(again.store.get().problem).toEqual({ kind: 'expired' })
  })

  it('by the link of a message takes the seats again and keeps the consent', async () => {
    const server = startServer()
    scenario.holdSeconds = -1
    const purchase = newPurchase()
    await toContact(purchase)
    const { hash } = purchase.store.get().trip!
    sessionStorage.clear()
    scenario.holdSeconds = 900
    const again = newPurchase({ search: `?experience=12&trip=${hash}&again=1` })
    await resume(again)
    expect(again.store.get()).toMatchObject({ problem: null, mayRemind: true, trip: { hash } })
    expect(server.named('/api/trip/save').length).toBeGreaterThan(1)
  })

  it('by the link of a message tells what the seats cost now', async () => {
    let isRising = false
    startServer(({ path }) => void (isRising && path.endsWith('/trip/save') && (scenario.priceRise = 700)))
    scenario.holdSeconds = -1
    const purchase = newPurchase()
    await toContact(purchase)
    const { hash, totals } = purchase.store.get().trip!
    sessionStorage.clear()
    isRising = true
    scenario.holdSeconds = 900
    const again = newPurchase({ search: `?experience=12&trip=${hash}&again=1` })
    await resume(again)
    const values = { from: totals.total, to: totals.total + 700 }
    expect(again.store.get().notice).toMatchObject({ key: 'priceChanged', values })
  })
})
