import { beforeEach, describe, expect, it, vi } from 'vitest'
import { click, find, render } from '../testing/render'
import { KioskApp } from './app'
import { keepKiosk } from './kept-kiosk'
import type { Kiosk, Party } from './types'

const kiosk: Kiosk = {
  account: { name: 'Reef Runners', logo_url: null, brand_color: '#0b6e63' },
  device: 'Pier 3',
  locale: 'en-US',
  time_zone: 'UTC',
  finds_by_name: false,
  idle_seconds: 45,
  has_pin: true,
}
const guest = { booking_id: 1, first_name: 'Ana', ticket_type: 'Adult', is_here: false, checked_in_at: null, has_signed: true }
const owing: Party = {
  state: 'open',
  key: 'first-key',
  experience: 'Kayak',
  date: '2026-08-01',
  start_at: '2026-08-01T10:00:00Z',
  opens_at: null,
  place: '',
  has_balance: true,
  due_amount: 9800,
  currency: 'USD',
  pays_by_phone: true,
  must_pay_first: true,
  must_sign_first: false,
  guests: [guest, { ...guest, booking_id: 2, first_name: 'Noel' }],
}
const paid: Party = { ...owing, key: 'third-key', has_balance: false, due_amount: 0, pays_by_phone: false, must_pay_first: false }
const code = { url: 'https://reef.example/pay/k1', qr: ['101', '010', '111'], expires_at: '2026-08-01T09:10:00Z', key: 'second-key' }

type Call = { path: string; body: Record<string, unknown>; tag: string | null }
type Answer = { status?: number; body?: unknown; tag?: string } | 'offline'

let calls: Call[] = []

function serve(answer: (call: Call) => Answer | undefined): void {
  vi.stubGlobal('fetch', async (path: string, options: RequestInit = {}) => {
    const headers = new Headers(options.headers)
    const call = { path, body: JSON.parse((options.body as string | undefined) ?? '{}') as Call['body'], tag: headers.get('If-None-Match') }
    calls.push(call)
    const known: Record<string, unknown> = { '/api/kiosk/open': kiosk, '/api/kiosk/find': owing, '/api/kiosk/pay': code }
    const found = answer(call) ?? { body: known[path] ?? {} }
    if (found === 'offline') throw new TypeError('offline')
    const { status = 200, body, tag } = found
    return new Response(status === 304 ? null : JSON.stringify(body), { status, headers: tag ? { ETag: tag } : {} })
  })
}

const asked = (path: string): Call[] => calls.filter((call) => call.path.startsWith(path))

async function enter(text: string): Promise<void> {
  const input = (await find('.kiosk-form input')) as HTMLInputElement
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await click('.kiosk-form .main-button')
}

beforeEach(() => {
  calls = []
  document.body.replaceChildren()
  localStorage.clear()
  localStorage.setItem('outfitter_device', 'token')
  vi.stubGlobal('scrollTo', () => undefined)
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
})

describe('a party that owes something', () => {
  it('pays on a phone and goes on with who was chosen', async () => {
    let isPaid = false
    serve(({ path, tag }) => {
      if (path === '/api/kiosk/party') return { body: paid }
      if (!path.startsWith('/api/kiosk/balance')) return undefined
      if (isPaid) return { body: { due_amount: 0, currency: 'USD' }, tag: 'W/"b"' }
      return tag === 'W/"a"' ? { status: 304 } : { body: { due_amount: 9800, currency: 'USD' }, tag: 'W/"a"' }
    })
    render(<KioskApp path="/kiosk" />)
    await enter('WXYZ-2345')
    expect((await find('.kiosk-notice')).textContent).toContain('$98.00')
    await click('.kiosk-guest', 'Noel')
    await click('button', 'Pay with my phone')
    expect((await find('.kiosk-qr')).getAttribute('viewBox')).toBe('0 0 11 11')
    await vi.waitFor(() => expect(asked('/api/kiosk/balance').map(({ tag }) => tag)).toContain('W/"a"'), 8000)
    isPaid = true
    await find('.kiosk-notice', 'Paid, thank you!')
    expect(asked('/api/kiosk/party')[0]?.body).toEqual({ key: 'second-key' })
    // Noel still isn't here.
    await find('.kiosk-actions button', 'Check in (1)')
    const polls = asked('/api/kiosk/balance').length
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(asked('/api/kiosk/balance')).toHaveLength(polls)
  })

  it('is told when the code is too old, and not asked about any more', async () => {
    serve(({ path }) => (path.startsWith('/api/kiosk/balance') ? { status: 409, body: { code: 'kiosk_key_expired' } } : undefined))
    render(<KioskApp path="/kiosk" />)
    await enter('WXYZ-2345')
    await click('button', 'Pay with my phone')
    await find('[role=alert]', 'Please scan your ticket again.')
    await new Promise((resolve) => setTimeout(resolve, 6000))
    expect(asked('/api/kiosk/balance')).toHaveLength(1)
    await click('button', 'Back')
    await find('button', 'Pay with my phone')
  })

  it('goes to the desk where nothing is paid by phone', async () => {
    serve(({ path }) => (path === '/api/kiosk/find' ? { body: { ...owing, pays_by_phone: false } } : undefined))
    render(<KioskApp path="/kiosk" />)
    await enter('WXYZ-2345')
    expect((await find('.kiosk-notice')).textContent).toContain('Please pay at the desk and check in there.')
    expect([...document.querySelectorAll('button')].some((one) => one.textContent?.includes('phone'))).toBe(false)
  })
})

describe('a start without a connection', () => {
  it.each([
    ['shows whose tablet it is', true],
    ['works on a first start', false],
  ])('%s, and goes on by itself', async (_, isKnown) => {
    if (isKnown) keepKiosk(kiosk)
    let isOffline = true
    serve(() => (isOffline ? 'offline' : undefined))
    render(<KioskApp path="/kiosk" />)
    await find('h1', 'Waiting for a connection')
    expect(document.body.textContent.includes('Reef Runners')).toBe(isKnown)
    expect([...document.querySelectorAll('button')]).toEqual([])
    isOffline = false
    dispatchEvent(new Event('online'))
    await find('h1', 'Welcome! Check in here')
  })
})
