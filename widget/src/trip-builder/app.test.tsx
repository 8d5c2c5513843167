import { beforeEach, describe, expect, it } from 'vitest'
import { click, find } from '../testing/render'
import { changeInit, scenario, startServer } from '../testing/server'
import { bank, begin, parent, pay, show, toContact, toPayment } from './app-testing'

describe('the trip builder', () => {
  beforeEach(begin)

  it('leads from a time to the confirmation', async () => {
    startServer()
    show()
    await toPayment()
    expect((await find('.hold')).textContent).toMatch(/holding your seats for 1[45]:\d\d/)
    expect((await find('.lines')).textContent).toContain('Adult × 2')
    await pay()
    expect((await find('h1', 'You’re booked, Jana')).textContent).toBeTruthy()
    expect((await find('.code')).textContent).toMatch(/K\d+QX/)
    expect(document.querySelector('.hold')).toBeNull()
  })

  it('keeps everything when a card is declined, and takes the next one', async () => {
    startServer()
    bank.declines = true
    show()
    await toPayment()
    await pay()
    expect((await find('.notice')).textContent).toMatch(/card was declined.*No funds\./s)
    expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: 'center' })
    bank.declines = false
    await pay()
    await find('h1', 'You’re booked')
  })

  it('tells at once when an operator takes no cards, with the telephone', async () => {
    const { named } = startServer()
    changeInit((init) => ({ ...init, payment: null }))
    show()
    await click('.slot:not([disabled])')
    expect((await find('.notice')).textContent).toMatch(/can’t be paid for online.*Pelican Cove Adventures.*Call/s)
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
    await find('h1', 'You’re booked')
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
