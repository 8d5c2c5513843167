import { describe, expect, it } from 'vitest'
import { tours } from '../../../dev/data.ts'
import { startServer } from '../../testing/server'
import { release } from './lifetime'
import { noteVisitor, removeOrder, saveGuests } from './saving'
import { fillContact, newPurchase, toContact } from './testing'

describe('several activities', () => {
  const another = async (purchase: ReturnType<typeof newPurchase>): Promise<void> => {
    purchase.store.dispatch({ type: 'anotherWanted' })
    purchase.store.dispatch({ type: 'experienceChosen', experienceId: tours[0]!.id })
    await toContact(purchase)
  }

  it('stand in one cart, also the same one twice', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    const first = purchase.store.get().orderId
    await another(purchase)
    const { trip, orderId, step } = purchase.store.get()
    expect(trip!.tripOrders.map(({ id }) => id)).toEqual([first, orderId])
    expect(step).toBe('contact')
    expect(server.named('/trip/save')[1]?.body).toMatchObject({ orders: [{ id: first }, { experience_id: tours[0]!.id }] })
  })

  it('can be changed and taken out one by one; the last leaves a new beginning', async () => {
    startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    await another(purchase)
    const [first, second] = purchase.store.get().trip!.tripOrders
    purchase.store.dispatch({ type: 'orderOpened', order: first! })
    purchase.store.dispatch({ type: 'quantityChanged', id: 121, qty: 1 })
    await saveGuests(purchase)
    expect(purchase.store.get().trip!.tripOrders.map(({ id, bookings }) => [id, bookings.length])).toEqual([[first!.id, 1], [second!.id, 2]])
    await removeOrder(purchase, first!.id)
    expect(purchase.store.get()).toMatchObject({ orderId: second!.id, step: 'contact' })
    await removeOrder(purchase, second!.id)
    expect(purchase.store.get()).toMatchObject({ orderId: null, step: 'agenda' })
  })

  it('give all their seats back on leaving', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    await another(purchase)
    release(purchase)
    expect(server.named('/holds/cancel')).toHaveLength(2)
  })
})

describe('whoever leaves the cart', () => {
  it('is known to the server only with their consent, as far as they have typed', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    fillContact(purchase, { last_name: '', phone: '12' })
    await noteVisitor(purchase)
    expect(server.named('/trip/save')[1]?.body).toEqual({ id: expect.any(String), may_remind: false })
    purchase.store.dispatch({ type: 'remindChanged', mayRemind: true })
    await noteVisitor(purchase)
    expect(server.named('/trip/save')[2]?.body).toMatchObject({ may_remind: true, contact: { first_name: 'Jana', email: 'jana@example.com' } })
    expect(server.named('/trip/save')[2]?.body).not.toHaveProperty('contact.phone')
  })

  it('is not sent while the address is not complete', async () => {
    const server = startServer()
    const purchase = newPurchase()
    await toContact(purchase)
    fillContact(purchase, { email: 'jana@' })
    purchase.store.dispatch({ type: 'remindChanged', mayRemind: true })
    await noteVisitor(purchase)
    expect(server.named('/trip/save')).toHaveLength(1)
  })
})
