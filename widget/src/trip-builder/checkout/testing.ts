/** A purchase for tests: two adults on the first free departure of the first tour. */
import { vi } from 'vitest'
import { freeIn, isOpen, pricesOf, slotsOf, timeslotRef, today, tours } from '../../../dev/data.ts'
import { addDays } from '../../month'
import { EMPTY_CONTACT, type Contact, type ContactField } from '../contact'
import type { Stripe } from '../../stripe'
import type { PriceList, TimeslotRef } from '../types'
import { createPurchase, type Purchase } from './checkout'
import { saveContact, saveGuests } from './saving'

const PAYMENT = { provider: 'stripe', publishable_key: 'pk_test_dev', script_url: '/dev/stripe.js', is_test: true }

function firstFree() {
  const tour = tours[0]!
  const slots = Array.from({ length: 30 }, (_, day) => slotsOf(tour, addDays(today(), day + 1))).flat()
  return slots.find((slot) => isOpen(slot) && freeIn(slot) >= 4)!
}

export const freeSlot = (): TimeslotRef => timeslotRef(firstFree())

const prices = (): PriceList => ({ timeslot_id: freeSlot().id, currency: 'USD', prices: pricesOf(firstFree()), min_pax: 1, max_pax: 10, countdown_from: 6 })

type Outcome = Awaited<ReturnType<Stripe['confirmPayment']>>

export const stripeThat = (outcome: Outcome): Stripe => ({
  elements: vi.fn(),
  confirmPayment: vi.fn(() => Promise.resolve(outcome)),
})

const succeeds = (): Stripe => stripeThat({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })

export function newPurchase(changes: Partial<Parameters<typeof createPurchase>[0]> = {}): Purchase {
  const purchase = createPurchase({
    experienceId: tours[0]!.id,
    date: freeSlot().date,
    search: '?experience=12',
    theme: null,
    language: 'en',
    hasTerms: false,
    payment: PAYMENT,
    ...changes,
  })
  purchase.wait = () => Promise.resolve()
  return purchase
}

export function toContact({ store, ...rest }: Purchase): Promise<void> {
  store.dispatch({ type: 'timeslotChosen', timeslot: freeSlot() })
  store.dispatch({ type: 'pricesLoaded', prices: prices() })
  store.dispatch({ type: 'quantityChanged', id: 121, qty: 2 })
  return saveGuests({ store, ...rest })
}

export function fillContact({ store }: Purchase, changes: Partial<Contact> = {}): void {
  const contact = { ...EMPTY_CONTACT, first_name: 'Jana', last_name: 'Novák', email: 'jana@example.com', phone: '+420 601 123 456', ...changes }
  for (const [field, value] of Object.entries(contact)) {
    store.dispatch({ type: 'contactChanged', field: field as ContactField, value })
  }
}

export async function toPayment(purchase: Purchase, stripe: Stripe = succeeds()): Promise<void> {
  await toContact(purchase)
  fillContact(purchase)
  await saveContact(purchase)
  purchase.fields = { stripe, card: { create: vi.fn(), submit: () => Promise.resolve({}) }, wallets: null }
}
