import { beforeEach, describe, expect, it, vi } from 'vitest'
import { readQuery } from '../query'
import { click, find, render } from '../testing/render'
import { scenario, startServer } from '../testing/server'
import { TripBuilderApp } from './app'
import { begin, choose, chooseGuests, fill, parent, pay, show, toContact, toPayment, type, typeInto } from './app-testing'
import { freeSlot } from './checkout/testing'

describe('a visit', () => {
  beforeEach(begin)

  it('goes through extras, questions, a code and a gift card', async () => {
    const { named } = startServer()
    Object.assign(scenario, { extras: true, questions: true })
    show()
    await chooseGuests()
    await find('h1', 'Would you like anything else?')
    await click('button[type=submit]', 'Continue')
    expect((await find('.field-error')).textContent).toContain('Please choose')
    for (const select of document.querySelectorAll('select')) choose(select, '21')
    ;(await find('.addon', 'Photo package')).querySelector('input')!.click()
    expect((await find('.summary .total')).textContent).toContain('237.91')
    await click('button[type=submit]', 'Continue')
    await find('h1', 'Your details')
    expect(named('/addon/save')[0]?.body).toMatchObject({ addons: [{ addon_id: 3 }], guests: [{ addons: [{ addon_id: 2, value_id: 21 }] }, {}] })
    await fill()
    await click('button[type=submit]', 'Continue to payment')
    await vi.waitFor(() => expect(document.querySelectorAll('.questions .field-error')).toHaveLength(2))
    for (const input of document.querySelectorAll<HTMLInputElement>('.with-unit input')) typeInto(input, '180')
    await click('button[type=submit]', 'Continue to payment')
    await find('h1', 'Payment')
    await click('button', 'Promo code')
    await type('code', 'TENTH')
    await click('.code-form button[type=submit]')
    await find('.applied li', 'TENTH')
    await type('code', 'GIFT50GIFT50GIFT5')
    await click('.code-form button[type=submit]')
    await find('.applied li', 'Gift card')
    expect((await find('.sums')).textContent).toMatch(/Gift card-\$50\.00/)
    await pay()
    expect((await find('.facts', 'gift card')).textContent).toContain('$50.00 by gift card')
  })

  it('books two activities in one go', async () => {
    startServer()
    show()
    await toContact()
    await click('button', 'Add another activity')
    await find('h1', 'What would you like to do?')
    await click('.card:not(.none)', 'Bike Rental')
    await click('.slot:not([disabled])')
    await find('.stepper')
    await click('button[type=submit]', 'Continue')
    await find('h1', 'Your details')
    expect(document.querySelectorAll('.cart-order')).toHaveLength(2)
    await fill()
    await click('button[type=submit]', 'Continue to payment')
    await find('.payment-fields', 'card fields')
    await pay()
    await find('h1', 'You’re booked')
    expect([...document.querySelectorAll('.booked h2')].map((title) => title.textContent)).toEqual(['Sunset Kayak Tour', 'Bike Rental'])
  })

  it('lets the browser go back and forward through the steps', async () => {
    startServer()
    show()
    await toContact()
    const pushed = history.state as { outfitterStep: string }
    expect(pushed.outfitterStep).toBe('contact')
    window.dispatchEvent(new PopStateEvent('popstate', { state: { outfitterStep: 'guests' } }))
    await find('h1', 'Who is coming?')
    window.dispatchEvent(new PopStateEvent('popstate', { state: { outfitterStep: 'payment' } }))
    await find('h1', 'Who is coming?')
  })

  it('offers a deposit where the operator asks for one', async () => {
    startServer()
    scenario.depositShare = 0.25
    show()
    await toPayment()
    const [deposit, whole] = document.querySelectorAll<HTMLInputElement>('.option input')
    expect([deposit!.checked, whole!.checked]).toEqual([true, false])
    const before = (await find('button[type=submit]', 'Pay ')).textContent
    whole!.click()
    await vi.waitFor(() => expect(document.querySelector('button[type=submit].main-button')!.textContent).not.toBe(before))
    deposit!.click()
    await vi.waitFor(() => expect(document.querySelector('button[type=submit].main-button')!.textContent).toBe(before))
    await pay()
    expect((await find('.facts', 'Balance due')).textContent).toMatch(/\$\d+\.\d\d by /)
  })

  it('opens on the time and the party that were chosen in the calendar', async () => {
    startServer()
    show(`?experience=12&date=${freeSlot().date}&timeslot=${freeSlot().id}&guests=1:2,2:1&language=en`)
    await find('h1', 'Who is coming?')
    await vi.waitFor(() => expect([...document.querySelectorAll('.stepper-count')].map((count) => count.textContent)).toEqual(['2', '1', '0']))
  })
})

describe('the calendar by customer type', () => {
  beforeEach(begin)

  it('asks who is coming, shows what has room for all of them, and opens the booking with them', async () => {
    startServer()
    const search = `?date=${freeSlot().date}&language=en&calendarId=book`
    render(<TripBuilderApp query={readQuery(search)} search={search} theme={null} isByGuests />)
    await find('h2', 'Who is coming?')
    for (let count = 0; count < 3; count += 1) await click('button', 'Add one: Adult')
    await click('button', 'Add one: Child')
    await click('.card:not(.none)', 'Sunset Kayak Tour')
    const [message] = parent.postMessage.mock.calls.map(([sent]) => sent as { type: string; url: string; calendar_id: string })
    expect(message).toMatchObject({ type: 'showModal', calendar_id: 'book' })
    const address = new URL(message!.url)
    expect([address.pathname, address.searchParams.get('guests'), address.searchParams.get('experience')]).toEqual(['/widgets/tripBuilder', '1:3,2:1', '12'])
  })

  it('shows what is too small as not free', async () => {
    startServer()
    const search = `?date=${freeSlot().date}&experience=14&language=en`
    render(<TripBuilderApp query={readQuery(search)} search={search} theme={null} isByGuests />)
    for (let count = 0; count < 12; count += 1) await click('button', 'Add one: Adult')
    await find('.card.none', 'Old Town Food Walk')
    expect(document.querySelectorAll('.card')).toHaveLength(1)
  })
})

describe('in the page itself', () => {
  beforeEach(begin)

  it('has nothing to close, and takes neither the keyboard nor Escape from the page', async () => {
    startServer()
    show(`?experience=12&date=${freeSlot().date}&language=en&calendarId=book`)
    await find('h1', 'Choose a time')
    expect(document.querySelector('[aria-label=Close]')).toBeNull()
    window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    const kinds = () => new Set(parent.postMessage.mock.calls.map(([sent]) => (sent as { type: string }).type))
    // What is counted is sent when the page has a moment.
    await vi.waitFor(() => expect(kinds()).toContain('event'))
    expect(kinds()).toEqual(new Set(['event']))
  })
})
