import { describe, expect, it, vi } from 'vitest'
import english from '../messages/portal/en.json'
import { click, find, render } from '../testing/render'
import { PortalApp } from './app'
import { markupOf } from './drawn'
import type { PortalFirst } from './first'
import { portalWith, refused } from './testing'
import type { MovePreview, Portal } from './types'

type Call = { path: string; body: unknown; key: string | undefined }
type Answer = { status?: number; body: unknown } | 'offline'

const NOW = Date.parse('2026-11-10T18:00:00Z')
const operator = { name: 'Kajakschule Nord', logo_url: null, brand_color: '#0b6e63', phone: '+49 431 1234567', email: 'hello@nord.example', locale: 'en', time_zone: 'Europe/Berlin' }
const first = (portal: Portal | null, more: Partial<PortalFirst> = {}): PortalFirst => ({ language: 'en', messages: english, portal, operator, now: NOW, ...more })

const DAYS = [
  {
    date: '2026-11-28',
    timeslots: [
      { timeslot_id: 71, start_time: '10:00', start_at: '2026-11-28T09:00:00Z', end_at: '2026-11-28T11:00:00Z', seats: 3, is_bookable: true, is_current: false, reason: null, difference: 1000 },
      { timeslot_id: 72, start_time: '14:00', start_at: '2026-11-28T13:00:00Z', end_at: '2026-11-28T15:00:00Z', seats: 0, is_bookable: false, is_current: false, reason: 'sold_out', difference: null },
    ],
  },
]
const preview = (changes: Partial<MovePreview> = {}): MovePreview => ({
  ...{ timeslot_id: 71, start_at: '2026-11-28T09:00:00Z', old_total: 9800, new_total: 10_800, difference: 1000, due_now: 1000, lost_addons: [] },
  ...{ refund: { amount: 0, outcomes: [], parts: [] }, token: 'one' },
  ...changes,
})

/** Answers by the end of the path; each call is noted. */
function serve(answers: Record<string, (call: Call) => Answer>): Call[] {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const headers = options.headers as Record<string, string>
    const call = { path, body: typeof options.body === 'string' ? JSON.parse(options.body) : null, key: headers['Idempotency-Key'] }
    calls.push(call)
    const named = Object.keys(answers).find((name) => path.split('?')[0]!.endsWith(name))
    const answer = named ? answers[named]!(call) : { status: 404, body: { code: 'not_found' } }
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200, headers: { 'Content-Type': 'application/json' } })
  })
  return calls
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

async function open(portal: Portal | null, more: Partial<PortalFirst> = {}, hash = 'abc'): Promise<void> {
  render(<PortalApp path="/customerPortal" hash={hash} first={first(portal, more)} />)
  await settle()
}

async function type(selector: string, value: string): Promise<void> {
  const field = (await find(selector)) as HTMLInputElement
  const kind = field.localName === 'textarea' ? HTMLTextAreaElement : HTMLInputElement
  // React hears of what was typed through the element's own setter only.
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await settle()
}

async function chooseTime(): Promise<void> {
  await click('.changes button', 'Change date')
  await click('button.day.open', 'November 28')
  await click('.choice input:not(:disabled)')
  await click('.panel .main-button', 'Continue')
}

describe('the page', () => {
  it('says what there is to know, in the time of the place', async () => {
    serve({})
    await open(portalWith())
    const text = (await find('main')).textContent!
    for (const part of ['We look forward to seeing you, Mara', 'In 17 days', 'K123QX', '4:30 PM – 6:30 PM', 'Pier 4', 'A towel', '2 guests', 'Mara Lund', '1 × Adult', 'Visa ending in 4242']) {
      expect(text.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u202f', ' ')).toContain(part)
    }
    expect((await find('a', 'Open map')).getAttribute('href')).toContain('maps')
  })

  it('says the policy in words', async () => {
    serve({})
    await open(portalWith())
    const text = (await find('.policy')).textContent!
    expect(text).toContain('Everything back')
    expect(text).toContain('50% back, less €5.00')
    expect(text).toContain('After thatNothing back')
  })

  it('says why nothing can be changed, once', async () => {
    serve({})
    const partner = refused('partner')
    await open(portalWith({ policies: [{ ...portalWith().policies[0]!, rebook: partner, cancel: partner, add_guests: partner }], payments: { ...portalWith().payments, collected_by: 'Hotel Mar' } }))
    expect(document.querySelectorAll('.why')).toHaveLength(1)
    expect((await find('.why')).textContent).toContain('through Hotel Mar')
    expect(document.querySelector('.changes')).toBeNull()
  })

  it('is asked for where the server did not fill it in', async () => {
    const calls = serve({ 'init/0': () => ({ body: portalWith() }) })
    render(<PortalApp path="/customerPortal" hash="abc" first={{}} />)
    await find('h1', 'We look forward to seeing you, Mara')
    expect(calls[0]!.path).toBe('/api/customerPortal/abc/init/0')
  })
})

describe('a move', () => {
  it('that costs more is paid first', async () => {
    const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
    const calls = serve({
      timeslots: () => ({ body: { experience_id: 3, experiences: [{ id: 3, name: 'Sunset kayak tour' }], days: DAYS } }),
      'rebook/preview': () => ({ body: preview() }),
      rebook: () => ({ body: { is_moved: false, amount: 1000, pay_url: '/pay/x', held_until: null, refund_amount: 0, credit_amount: 0 } }),
    })
    await open(portalWith())
    await chooseTime()
    await click('.panel .main-button', 'Pay €10.00')
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/pay/x'))
    const sent = calls.find(({ path }) => path.endsWith('/rebook'))!
    expect(sent.body).toEqual({ timeslot_id: 71, token: 'one', settle: 'pay' })
    expect(sent.key).toBeTruthy()
  })

  it('that costs less gives the rest back as the customer chooses', async () => {
    const refund = { amount: 1000, outcomes: ['refund' as const, 'credit' as const], parts: [{ amount: 1000, by: 'card' as const, method: 'card', last4: '4242' }] }
    const calls = serve({
      timeslots: () => ({ body: { experience_id: 3, experiences: [{ id: 3, name: 'Sunset kayak tour' }], days: DAYS } }),
      'rebook/preview': () => ({ body: preview({ new_total: 8800, difference: -1000, due_now: 0, refund }) }),
      rebook: () => ({ body: { is_moved: true, amount: 0, pay_url: null, held_until: null, refund_amount: 0, credit_amount: 1000 } }),
      'init/0': () => ({ body: portalWith() }),
    })
    await open(portalWith())
    await chooseTime()
    expect((await find('.choice', 'As a refund')).textContent).toContain('4242')
    await click('.choice input[value=credit]')
    await click('.panel .main-button', 'Change it')
    expect((await find('#told')).textContent).toContain('€10.00 in store credit')
    expect(calls.find(({ path }) => path.endsWith('/rebook'))!.body).toMatchObject({ settle: 'credit' })
    expect(document.querySelector('dialog')).toBeNull()
  })

  it('whose price changed meanwhile shows the new one and does nothing', async () => {
    let previews = 0
    serve({
      timeslots: () => ({ body: { experience_id: 3, experiences: [{ id: 3, name: 'Sunset kayak tour' }], days: DAYS } }),
      'rebook/preview': () => ({ body: preview(previews++ ? { new_total: 11_800, difference: 2000, due_now: 2000, token: 'two' } : {}) }),
      rebook: () => ({ status: 409, body: { code: 'stale_preview', message: 'stale', detail: {} } }),
    })
    await open(portalWith())
    await chooseTime()
    await click('.panel .main-button', 'Pay €10.00')
    await find('[role=alert]', 'The price has just changed')
    await find('.panel .main-button', 'Pay €20.00')
  })
})

describe('a cancellation', () => {
  it('shows the sum first, and is sent under one key until an answer came', async () => {
    const shown = { lines: [{ trip_order_id: 7, experience_name: 'Sunset kayak tour', gross: 9800, kept: 4900, fee: 0, given_back: 4900, why: 'policy' }], old_total: 9800, new_total: 4900, kept: 4900, refund: { amount: 4900, outcomes: ['refund'], parts: [] }, token: 'one' }
    let tries = 0
    const calls = serve({
      'cancel/preview': () => ({ body: shown }),
      cancel: () => (tries++ ? { body: { refund_amount: 4900, credit_amount: 0 } } : 'offline'),
      'init/0': () => ({ body: portalWith() }),
    })
    await open(portalWith())
    await click('.portal-foot button', 'Cancel trip')
    await click('.panel .main-button', 'Cancel and get €49.00 back')
    await find('[role=alert]', 'The connection was lost')
    await click('.panel .main-button', 'Cancel and get €49.00 back')
    await find('#told', 'is on its way back')
    const keys = calls.filter(({ path }) => path.endsWith('/cancel')).map(({ key }) => key)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
  })
})

describe('what is typed', () => {
  it('stays when the connection is lost, and when the window is closed', async () => {
    serve({ 'questions/create': () => 'offline' })
    await open(portalWith())
    await click('button', 'Ask a question')
    await type('#question', 'May we bring a dog?')
    await click('.panel .main-button', 'Send')
    await find('[role=alert]', 'Everything you entered is still here.')
    await click('.panel button', 'Close')
    await click('button', 'Ask a question')
    expect(((await find('#question')) as HTMLTextAreaElement).value).toBe('May we bring a dog?')
  })

  it('of a guest is refused at its own field', async () => {
    const calls = serve({ 'guests/save': () => ({ status: 422, body: { code: 'validation_failed', message: '', detail: { fields: { 'body.guests.0.email': ['no'] } } } }) })
    await open(portalWith())
    await click('button', 'Guest details')
    await type('#guest-2-email', 'nobody')
    await click('.panel .main-button', 'Save')
    await find('#guest-2-email-problem')
    expect(document.querySelector('#guest-1-email-problem')).toBeNull()
    expect(calls[0]!.body).toEqual({ guests: [{ booking_id: 2, email: 'nobody' }] })
  })
})

describe('without a trip', () => {
  it('a code leads to them', async () => {
    serve({
      'code/send': () => ({ body: { expires_in_seconds: 600 } }),
      'code/verify': ({ body }) =>
        (body as { code: string }).code === '123456'
          ? { body: { trips: [{ hash: 'abc', confirmation_code: 'K123QX', title: 'Kayak', start_at: null, status: 'reserved' }] } }
          : { status: 422, body: { code: 'code_invalid', message: '', detail: {} } },
    })
    await open(null, { is_unknown: true }, 'gone')
    await find('h1', 'This link doesn’t open a trip')
    await type('#email', 'mara@guests.example')
    await click('.find-form .main-button')
    await type('#code', '000000')
    await click('.find-form .main-button')
    await find('[role=alert]', 'isn’t right')
    await type('#code', '123456')
    await click('.find-form .main-button')
    expect((await find('.found a', 'Kayak')).getAttribute('href')).toBe('/en/customerPortal?trip=abc')
  })
})

describe('the first picture', () => {
  it('is the one the page draws', async () => {
    serve({})
    const given = first(portalWith({ messages: [{ id: 1, is_from_guest: true, body: '<b>&', created_at: '2026-11-09T10:00:00Z' }] }))
    const place = document.createElement('div')
    place.innerHTML = markupOf(JSON.stringify(given))
    render(<PortalApp path="/customerPortal" hash="abc" first={given} />)
    await settle()
    const own = (await find('.portal')) as HTMLElement
    expect(linesOf(place.firstElementChild!)).toEqual(linesOf(own))
  })

  it('has no words without its data', () => {
    expect(markupOf('{}')).toBe('')
    expect(markupOf('nonsense')).toBe('')
  })
})

/** Elements with their attributes by name, and texts; what a list says it chose is a property of the page's. */
function linesOf(node: Node, depth = ''): string[] {
  if (node.nodeType === Node.TEXT_NODE) return [depth + node.nodeValue]
  const names = [...(node as Element).attributes].map(({ name, value }) => `${name.toLowerCase()}=${value}`).filter((name) => !/^(selected|value)=/.test(name)).sort()
  const kids = [...node.childNodes].flatMap((kid) => linesOf(kid, `${depth} `))
  return [`${depth}${node.nodeName.toLowerCase()} ${names.join(' ')}`, ...kids]
}
