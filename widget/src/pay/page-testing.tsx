/** The payment page against a server and a payment service of a test's own. */
import { expect, vi } from 'vitest'
import { find, render } from '../testing/render'
import type { Stripe } from '../stripe'
import { PayApp } from './app'
import type { PayLink } from './types'

export type Call = { path: string; body: Record<string, unknown> | null; key: string | undefined; language?: string | undefined }
export type Answer = { status?: number; body: unknown } | 'offline'

/** What a test page did and met; `decline` has the next card refused. */
export const seen = { calls: [] as Call[], confirmed: [] as { by: string; secret: string }[], decline: false }

export const receipt = { amount: 12_988, tip_amount: 1181, paid_at: '2026-11-10T18:00:00Z', method: 'card', card: { brand: 'visa', last4: '4242' } }
export const paid = (link: PayLink): PayLink => ({ ...link, state: 'paid', trip: { ...link.trip, balance: 0 }, receipts: [receipt] })

/** A server with one link; `more` answers what a test wants otherwise. */
export function serve(link: PayLink, more: (call: Call) => Answer | undefined = () => undefined): void {
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const headers = options.headers as Record<string, string>
    const call = { path, body: JSON.parse((options.body as string | null) ?? 'null') as Call['body'], key: headers['Idempotency-Key'], language: headers['Accept-Language'] }
    seen.calls.push(call)
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

export const refused = (status: number, code: string, detail = {}): Answer => ({ status, body: { code, message: code, detail } })

export function fakeStripe(): Stripe {
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
      seen.confirmed.push({ by: elements.toString(), secret: clientSecret ?? '' })
      return Promise.resolve(seen.decline ? { error: { type: 'card_error', message: 'No funds.' } } : {})
    },
  }
}

export const show = (path = '/pay/12-abc', search = ''): void => void render(<PayApp path={path} search={search} />)
export const named = (part: string): Call[] => seen.calls.filter(({ path }) => path.endsWith(part))

export async function press(): Promise<void> {
  const button = (await find('.main-button', 'Pay ')) as HTMLButtonElement
  await vi.waitFor(() => expect(button.disabled).toBe(false))
  button.click()
}

/** Begins every test anew. */
export function begin(): void {
  seen.calls = []
  seen.confirmed = []
  seen.decline = false
  window.Stripe = fakeStripe
  Element.prototype.scrollIntoView = vi.fn()
}
