import { describe, expect, it, vi } from 'vitest'
import english from '../../messages/portal/en.json'
import { click, find, render } from '../../testing/render'
import { PortalApp } from '../app'
import { portalWith } from '../testing'
import type { Portal, Question } from '../types'

const operator = { name: 'Nord', logo_url: null, brand_color: '#0b6e63', phone: null, email: null, locale: 'en', time_zone: 'Europe/Berlin' }
const question: Question = { key: 'booking.1.5', label: 'Diving license', help_text: '', kind: 'file', options: [], validation: {}, is_required: true, is_answered: false, value: null }
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

function asking(changes: Partial<Question> = {}): Portal {
  const portal = portalWith()
  const [order] = portal.orders
  const [guest, ...others] = order!.guests
  return { ...portal, orders: [{ ...order!, guests: [{ ...guest!, questions: [{ ...question, ...changes }] }, ...others] }] }
}

/** The server, which has the file once it was sent. */
function serve(status = 200): { path: string; body: unknown }[] {
  const calls: { path: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    calls.push({ path, body: options.body })
    if (path.endsWith('/file') && status !== 200) return new Response(JSON.stringify({ code: 'validation_failed', detail: { fields: { file: ['No.'] } } }), { status })
    const isThere = calls.some((call) => call.path.endsWith('/file')) && !calls.some((call) => call.path.endsWith('answers/save'))
    const body = path.includes('/init/') ? asking(isThere ? { is_answered: true, value: { id: 'f', name: 'license.pdf' } } : {}) : { version: 2 }
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
  })
  return calls
}

async function open(portal: Portal): Promise<HTMLInputElement> {
  render(<PortalApp path="/customerPortal" hash="abc" first={{ language: 'en', messages: english, portal, operator, now: Date.parse('2026-11-10T18:00:00Z') }} />)
  await settle()
  await click('button.inline', 'Guest details')
  return (await find('input[type=file]')) as HTMLInputElement
}

async function choose(input: HTMLInputElement, file: File): Promise<void> {
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

const file = (size = 10): File => new File([new Uint8Array(size)], 'license.pdf', { type: 'application/pdf' })

describe('a question for a file', () => {
  it('takes it at once, and gives it back', async () => {
    const calls = serve()
    const input = await open(asking())
    expect(input.required).toBe(true)
    await choose(input, file())
    expect(calls[0]!.path).toBe('/api/customerPortal/abc/answers/booking.1.5/file')
    expect(calls[0]!.body).toBeInstanceOf(FormData)
    const said = await find('.fields [role=status]', 'license.pdf')
    expect(said.textContent).toContain('File received')
    expect(document.querySelector('dialog')).not.toBeNull()
    await click('.fields [role=status] button', 'Remove')
    await settle()
    expect(calls.some(({ path, body }) => path.endsWith('answers/save') && String(body).includes('null'))).toBe(true)
    expect((await find('.fields [role=status]', 'PDF or image')).textContent).not.toContain('license.pdf')
  })

  it('says what it takes where one is refused', async () => {
    const calls = serve(422)
    const input = await open(asking())
    await choose(input, file())
    expect((await find('.field-error')).textContent).toContain('PDF or image, up to 10 MB')
    expect(calls).toHaveLength(1)
  })

  it('does not send what is too large', async () => {
    const calls = serve()
    await choose(await open(asking()), file(10 * 1024 * 1024 + 1))
    expect((await find('.field-error')).textContent).toContain('up to 10 MB')
    expect(calls).toHaveLength(0)
  })
})
