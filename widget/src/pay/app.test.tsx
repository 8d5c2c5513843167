import { beforeEach, describe, expect, it, vi } from 'vitest'
import { click, find, render } from '../testing/render'
import type { Stripe } from '../stripe'
import { PayApp } from './app'
import { linkWith } from './testing'
import type { PayLink } from './types'

type Call = { path: string; body: Record<string, unknown> | null; key: string | undefined; language?: string | undefined }
type Answer = { status?: number; body: unknown } | 'offline'

let calls: Call[] = []
let confirmed: { by: string; secret: string }[] = []
let decline = false

const receipt = { amount: 12_988, tip_amount: 1181, paid_at: '2026-11-10T18:00:00Z', method: 'card', card: { brand: 'visa', last4: '4242' } }
const paid = (link: PayLink): PayLink => ({ ...link, state: 'paid', trip: { ...link.trip, balance: 0 }, receipts: [receipt] })

/** A server with one link; `more` answers what a test wants otherwise. */
function serve(link: PayLink, more: (call: Call) => Answer | undefined = () => undefined): void {
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const headers = options.headers as Record<string, string>
    const call = { path, body: JSON.parse((options.body as string | null) ?? 'null') as Call['body'], key: headers['Idempotency-Key'], language: headers['Accept-Language'] }
    calls.push(call)
    const answer = more(call) ?? { body: usual(link, call) }
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: { 'Content-Type': 'application/json' } })
  })
}

function usual(link: PayLink, { path, body }: Call): unknown {
  if (path.endsWith('/createIntent')) return { intent_id: 7, client_secret: 'pi_7_secret', amount: body?.amount }
  if (path.endsWith('/confirm')) return { status: 'succeeded', message: null, link: paid(link) }
  return link
}

const refused = (status: number, code: string, detail = {}): Answer => ({ status, body: { code, message: code, detail } })

function fakeStripe(): Stripe {
  return {
    elements: () => {
      let kind = ''
      const listeners = new Map<string, (event?: object) => void>()
      return {
        create: (made) => {
          kind = made
          return {
            mount: (place) => {
              place.textContent = kind
              setTimeout(() => listeners.get('ready')?.({ availablePaymentMethods: { applePay: true } }))
              place.addEventListener('click', () => listeners.get('confirm')?.())
            },
            on: (event, listen) => void listeners.set(event, listen),
            destroy: () => undefined,
          }
        },
        submit: () => Promise.resolve({}),
        toString: () => kind,
      }
    },
    confirmPayment: ({ elements, clientSecret }) => {
      confirmed.push({ by: elements.toString(), secret: clientSecret ?? '' })
      return Promise.resolve(decline ? { error: { type: 'card_error', message: 'No funds.' } } : {})
    },
  }
}

const show = (path = '/pay/12-abc', search = ''): void => void render(<PayApp path={path} search={search} />)
const named = (part: string): Call[] => calls.filter(({ path }) => path.endsWith(part))

async function press(): Promise<void> {
  const button = (await find('.main-button', 'Pay ')) as HTMLButtonElement
  await vi.waitFor(() => expect(button.disabled).toBe(false))
  button.click()
}

beforeEach(() => {
  calls = []
  confirmed = []
  decline = false
  window.Stripe = fakeStripe
  Element.prototype.scrollIntoView = vi.fn()
})

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
    expect(confirmed).toEqual([{ by: 'payment', secret: 'pi_7_secret' }])
    expect((await find('.pay-receipt')).textContent).toMatch(/Visa ending in 4242.*€129\.88.*with €11\.81 tip/s)
  })

  it('pays by a wallet with one touch', async () => {
    serve(linkWith())
    show()
    await vi.waitFor(async () => expect((await find('.wallets')).hidden).toBe(false))
    await click('.wallet-place')
    await find('h1', 'Paid, thank you')
    expect(confirmed[0]?.by).toBe('expressCheckout')
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
    decline = true
    show()
    await press()
    expect((await find('.notice')).textContent).toMatch(/card was declined.*No funds\./s)
    decline = false
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
    expect(confirmed).toEqual([])
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
    expect([document.documentElement.lang, calls[0]!.language]).toEqual(['de', 'de'])
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
