/** The builder as somebody uses it: for tests. */
import { expect, vi } from 'vitest'
import { slotOf } from '../../dev/data.ts'
import { readQuery } from '../query'
import { click, find, render } from '../testing/render'
import { TripBuilderApp } from './app'
import { freeSlot } from './checkout/testing'
import type { Stripe } from '../stripe'

export const parent = { postMessage: vi.fn() }
export const bank = { declines: false }

export function fakeStripe(): Stripe {
  return {
    elements: () => ({
      create: () => {
        const ready: (() => void)[] = []
        return {
          mount: (place) => {
            place.textContent = 'card fields'
            setTimeout(() => ready.forEach((tell) => tell()))
          },
          on: (event, listen) => void (event === 'ready' && ready.push(listen as () => void)),
          destroy: () => undefined,
        }
      },
    }),
    confirmPayment: () =>
      Promise.resolve(bank.declines ? { error: { type: 'card_error', message: 'No funds.' } } : { paymentIntent: { id: 'pi', status: 'succeeded' } }),
  }
}

export function show(search = `?experience=12&date=${freeSlot().date}&language=en`): void {
  render(<TripBuilderApp query={readQuery(search)} search={search} theme={null} />)
}

export async function type(name: string, value: string): Promise<void> {
  typeInto((await find(`#${name}`)) as HTMLInputElement, value)
}

export function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

export function choose(select: HTMLSelectElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!.set!.call(select, value)
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

export async function chooseGuests(): Promise<void> {
  const time = `${slotOf(freeSlot().id)!.time.replace(/^0/, '').slice(0, -3)}`
  await click('.slot:not([disabled])', new RegExp(`(^|\\D)${Number(time) > 12 ? Number(time) - 12 : time}:`))
  await click('button', 'Add one: Adult')
  await click('button[type=submit]', 'Continue')
}

export async function toContact(): Promise<void> {
  await chooseGuests()
  await find('h1', 'Your details')
}

export async function fill(): Promise<void> {
  for (const [name, value] of Object.entries({ first_name: 'Jana', last_name: 'Novák', email: 'jana@example.com', phone: '+420 601 123 456' })) {
    await type(name, value)
  }
}

export async function toPayment(): Promise<void> {
  await toContact()
  await fill()
  await click('button[type=submit]', 'Continue to payment')
  await find('.payment-fields', 'card fields')
}

export async function pay(): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('.terms input')
  if (box && !box.checked) box.click()
  await vi.waitFor(async () => expect(((await find('button[type=submit]', 'Pay ')) as HTMLButtonElement).disabled).toBe(false))
  await click('button[type=submit]', 'Pay ')
}

/** A page around the builder, and a bank that says yes. */
export function begin(): void {
  bank.declines = false
  parent.postMessage.mockClear()
  Object.defineProperty(window, 'parent', { value: parent, configurable: true })
  window.scrollTo = vi.fn() as never
  Element.prototype.scrollIntoView = vi.fn()
  window.Stripe = fakeStripe
}
