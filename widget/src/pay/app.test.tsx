import { beforeEach, describe, expect, it, vi } from 'vitest'
import { click, find } from '../testing/render'
import { begin, fakeStripe, named, press, receipt, refused, seen, serve, show } from './page-testing'
import { linkWith } from './testing'

beforeEach(begin)

describe('paying by a link', () => {
  it('says what it is for, takes a tip, and shows the receipt', async () => {
    serve(linkWith())
    show()
    expect((await find('h1', 'Pay the balance of your trip')).textContent).toBeTruthy()
    expect((await find('.pay-orders')).textContent).toContain('Sunset kayak tour')
    expect(document.querySelector('.pay-purpose .lines')?.textContent).toMatch(/Adult × 2.*Child.*Booking fee.*VAT \(included\)/)
    await click('.pay-tip input, .pay-tip:nth-child(2) input')
    ;(document.querySelectorAll<HTMLInputElement>('.pay-tip input')[1] as HTMLInputElement).click()
    await find('.main-button', '€129.88')
    await press()
    await find('h1', 'Paid, thank you')
    expect(named('/createIntent')[0]?.body).toEqual({ amount: 12_988, tip_amount: 1181 })
    expect(named('/createIntent')[0]?.key).toBeTruthy()
    expect(seen.confirmed).toEqual([{ by: 'payment', secret: 'pi_7_secret' }])
    expect((await find('.pay-receipt')).textContent).toMatch(/Visa ending in 4242.*€129\.88.*with €11\.81 tip/s)
  })

  it('pays by a wallet with one touch', async () => {
    serve(linkWith())
    show()
    await vi.waitFor(async () => expect((await find('.wallets')).hidden).toBe(false))
    await click('.wallet-place')
    await find('h1', 'Paid, thank you')
    expect(seen.confirmed[0]?.by).toBe('expressCheckout')
  })

  it('takes money for the guests that were chosen, and for nobody else', async () => {
    serve(linkWith({ amount_mode: 'tab' }))
    show()
    await find('legend', 'Who are you paying for')
    expect(((await find('.main-button')) as HTMLButtonElement).disabled).toBe(true)
    ;(document.querySelectorAll<HTMLInputElement>('.pay-guest input')[0] as HTMLInputElement).click()
    await find('.main-button', '€49.00')
    await press()
    await find('h1', 'Paid, thank you')
    expect(named('/createIntent')[0]?.body).toEqual({ amount: 4900, tip_amount: 0, booking_ids: [1] })
  })

  it('thanks whoever paid a part, and does not ask them again', async () => {
    const open = linkWith({ amount_mode: 'tab' })
    const theirs = { ...receipt, amount: 1234 }
    const after = { ...open, receipts: [theirs, { ...receipt, amount: 4900, tip_amount: 0 }] }
    serve(open, ({ path }) =>
      path.endsWith('/confirm') ? { body: { status: 'succeeded', message: null, link: after } } : undefined,
    )
    show()
    await find('legend', 'Who are you paying for')
    ;(document.querySelectorAll<HTMLInputElement>('.pay-guest input')[0] as HTMLInputElement).click()
    await find('.main-button', '€49.00')
    await press()
    await find('h1', 'Paid, thank you')
    expect((await find('.pay-receipt')).textContent).not.toContain('12.34')
    await click('button', 'Pay for someone else')
    await find('legend', 'Who are you paying for')
    expect(((await find('.main-button')) as HTMLButtonElement).disabled).toBe(true)
  })

  it('keeps everything when a card is declined, and takes the next one', async () => {
    serve(linkWith())
    seen.decline = true
    show()
    await press()
    expect((await find('.notice')).textContent).toMatch(/card was declined.*No funds\./s)
    seen.decline = false
    await press()
    await find('h1', 'Paid, thank you')
  })

  it('charges nothing when the amount changed meanwhile, and shows the new one', async () => {
    let amount = 11_807
    serve(linkWith(), ({ path }) => {
      if (path.endsWith('/get')) return { body: linkWith({ amount }) }
      if (!path.endsWith('/createIntent') || amount === 9000) return undefined
      amount = 9000
      return refused(422, 'price_changed')
    })
    show()
    await press()
    expect((await find('.notice')).textContent).toContain('The amount has just changed')
    await find('.main-button', '€90.00')
    expect(seen.confirmed).toEqual([])
  })

  it('does not ask for money twice while nobody knows what became of it', async () => {
    serve(linkWith(), ({ path }) => (path.endsWith('/confirm') ? 'offline' : undefined))
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'], shouldAdvanceTime: true, advanceTimeDelta: 500 })
    show()
    await press()
    expect((await find('.notice', 'don’t know yet')).textContent).toBeTruthy()
    expect(await find('.notice button', 'Check again')).toBeTruthy()
    expect(named('/createIntent')).toHaveLength(1)
  })

  it('asks what became of a payment when the bank’s page led back', async () => {
    serve(linkWith())
    show('/pay/12-abc', '?intent=7')
    await find('h1', 'Paid, thank you')
    expect(named('/confirm')[0]?.body).toEqual({ intent_id: 7 })
    expect(named('/createIntent')).toHaveLength(0)
  })
})

describe('a gift card', () => {
  it('is taken off, or refused with its reason', async () => {
    serve(linkWith(), ({ path, body }) => {
      if (!path.endsWith('/giftCard/apply')) return undefined
      if (body?.code === 'OLD') return refused(422, 'gift_card_invalid', { reason: 'expired' })
      return { body: linkWith({ gift_card: { last4: '7K2Q', amount: 5000 } }) }
    })
    show()
    await click('button', 'I have a gift card')
    await type('OLD')
    await click('.pay-gift button')
    expect((await find('.field-error')).textContent).toContain('has expired')
    await type('GOOD')
    await click('.pay-gift button')
    expect((await find('.pay-gift-used')).textContent).toContain('7K2Q')
    await find('.main-button', '€68.07')
  })
})

async function type(text: string): Promise<void> {
  const input = (await find('#gift-code')) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('a link that asks for nothing any more', () => {
  it.each([
    ['paid', 'Paid, thank you'],
    ['expired', 'This link has expired'],
    ['void', 'There’s nothing to pay here'],
  ] as const)('%s', async (state, heading) => {
    serve(linkWith({ state, payment: null, receipts: state === 'paid' ? [receipt] : [] }))
    show()
    await find('h1', heading)
    expect(document.querySelector('.main-button')).toBeNull()
  })

  it('is not ours, in the language of its address', async () => {
    serve(linkWith(), () => refused(404, 'not_found'))
    show('/de/pay/nonsense')
    await find('h1', 'Dieser Link funktioniert nicht')
    expect([document.documentElement.lang, seen.calls[0]!.language]).toEqual(['de', 'de'])
  })
})

it('takes cards where the device’s wallets cannot be asked', async () => {
  serve(linkWith())
  const plain = fakeStripe()
  window.Stripe = () => ({
    ...plain,
    elements: (options) => {
      const elements = plain.elements(options)
      const create: typeof elements.create = (kind) => {
        if (kind === 'expressCheckout') throw new Error('There is no such element.')
        return elements.create(kind)
      }
      return { ...elements, create, toString: () => 'payment' }
    },
  })
  show()
  await press()
  await find('h1', 'Paid, thank you')
  expect((document.querySelector('.wallets') as HTMLElement | null)?.hidden ?? true).toBe(true)
})
