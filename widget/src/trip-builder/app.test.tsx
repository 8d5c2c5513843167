import { beforeEach, describe, expect, it, vi } from 'vitest'
import { slotOf } from '../../dev/data.ts'
import { readQuery } from '../query'
import { click, find, render } from '../testing/render'
import { changeInit, scenario, startServer } from '../testing/server'
import { TripBuilderApp } from './app'
import { freeSlot } from './checkout/testing'
import type { Stripe } from '../stripe'

const parent = { postMessage: vi.fn() }
let decline = false

function fakeStripe(): Stripe {
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
      Promise.resolve(decline ? { error: { type: 'card_error', message: 'No funds.' } } : { paymentIntent: { id: 'pi', status: 'succeeded' } }),
  }
}

function show(search = `?experience=12&date=${freeSlot().date}&language=en`): void {
  render(<TripBuilderApp query={readQuery(search)} search={search} theme={null} />)
}

async function type(name: string, value: string): Promise<void> {
  const input = (await find(`#${name}`)) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

async function toContact(): Promise<void> {
  const time = `${slotOf(freeSlot().id)!.time.replace(/^0/, '').slice(0, -3)}`
  await click('.slot:not([disabled])', new RegExp(`(^|\\D)${Number(time) > 12 ? Number(time) - 12 : time}:`))
  await click('button', 'Add one: Adult')
  await click('button[type=submit]', 'Continue')
  await find('h1', 'Your details')
}

async function toPayment(): Promise<void> {
  await toContact()
  for (const [name, value] of Object.entries({ first_name: 'Jana', last_name: 'Novák', email: 'jana@example.com', phone: '+420 601 123 456' })) {
    await type(name, value)
  }
  await click('button[type=submit]', 'Continue to payment')
  await find('.payment-fields', 'card fields')
}

async function pay(): Promise<void> {
  const box = document.querySelector<HTMLInputElement>('.terms input')
  if (box && !box.checked) box.click()
  await vi.waitFor(async () => expect(((await find('button[type=submit]', 'Pay ')) as HTMLButtonElement).disabled).toBe(false))
  await click('button[type=submit]', 'Pay ')
}

describe('the trip builder', () => {
  beforeEach(() => {
    decline = false
    parent.postMessage.mockClear()
    Object.defineProperty(window, 'parent', { value: parent, configurable: true })
    window.scrollTo = vi.fn() as never
    Element.prototype.scrollIntoView = vi.fn()
    window.Stripe = fakeStripe
  })

  it('leads from a time to the confirmation', async () => {
    startServer()
    show()
    await toPayment()
    expect((await find('.hold')).textContent).toMatch(/holding your seats for 1[45]:\d\d/)
    expect((await find('.lines')).textContent).toContain('Adult × 2')
    await pay()
    expect((await find('h1', 'You are booked, Jana')).textContent).toBeTruthy()
    expect((await find('.code')).textContent).toMatch(/K\d+QX/)
    expect(document.querySelector('.hold')).toBeNull()
  })

  it('keeps everything when a card is declined, and takes the next one', async () => {
    startServer()
    decline = true
    show()
    await toPayment()
    await pay()
    expect((await find('.notice')).textContent).toMatch(/card was declined.*No funds\./s)
    decline = false
    await pay()
    await find('h1', 'You are booked')
  })

  it('tells at once when an operator takes no cards, with the telephone', async () => {
    const { named } = startServer()
    changeInit((init) => ({ ...init, payment: null }))
    show()
    await click('.slot:not([disabled])')
    expect((await find('.notice')).textContent).toMatch(/cannot be paid online.*Pelican Cove Adventures.*Call/s)
    expect(document.querySelector('button[type=submit]')).toBeNull()
    expect(named('/trip/save')).toHaveLength(0)
  })

  it('offers other times for the same party when the last seats go', async () => {
    startServer()
    show()
    await toContact()
    await click('button', 'Back')
    scenario.soldOutOnSave = true
    await click('button[type=submit]', 'Continue')
    await find('h1', 'Someone took the last seats')
    await click('.slot')
    await find('h1', 'Your details')
    expect((await find('.lines')).textContent).toContain('Adult × 2')
  })

  it('shows when the hold has run out, and gets the seats back', async () => {
    startServer()
    scenario.holdSeconds = 0
    show()
    await click('.slot:not([disabled])')
    await click('button[type=submit]', 'Continue')
    await find('h1', 'Your seats are no longer held')
    scenario.holdSeconds = 900
    await click('button', 'Hold my seats again')
    await find('h1', 'Your details')
  })

  it('asks for no terms where the operator has none', async () => {
    const { named } = startServer()
    changeInit((init) => ({ ...init, properties: { ...init.properties, terms_html: '' } }))
    show()
    await toPayment()
    expect(document.querySelector('.terms')).toBeNull()
    await pay()
    await find('h1', 'You are booked')
    expect(named('/convert')).toHaveLength(0)
  })

  it('gives the seats back and closes when the page around it asks', async () => {
    const server = startServer()
    show()
    await toContact()
    window.dispatchEvent(Object.assign(new Event('message'), { data: { type: 'requestClose' }, source: parent }))
    expect(parent.postMessage).toHaveBeenCalledWith({ type: 'closeModal' }, '*')
    expect(server.named('/holds/cancel')).toHaveLength(1)
  })
})
