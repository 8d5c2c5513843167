import { beforeEach, describe, expect, it, vi } from 'vitest'
import { click, find, render } from '../testing/render'
import { SignApp } from './app'
import { guest, portal, template } from './testing'
import type { Act, Portal } from './types'

let sent: Act[] = []

const signed = { waiver: { hash: 'h'.repeat(24), pdf_url: '/api/waiver/h/pdf', verify_url: '/waiver/h', waivers_cnt: 1, assigned_cnt: 1 } }

function serve(opened: Portal, refuse?: () => Response | undefined): void {
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    const isSign = path.endsWith('/sign')
    const refused = isSign ? refuse?.() : undefined
    if (refused) return refused
    if (isSign) sent.push(JSON.parse(options.body as string) as Act)
    return new Response(JSON.stringify(isSign ? signed : opened), { headers: { 'Content-Type': 'application/json' } })
  })
}

const type = async (id: string, value: string): Promise<void> => {
  const field = (await find(`#${id}`)) as HTMLInputElement
  // React hears of what was typed through the element's own setter only.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const valueOf = async (selector: string): Promise<string> => ((await find(selector)) as HTMLInputElement).value

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

async function open(path = '/waiverPortal'): Promise<void> {
  render(<SignApp path={path} search="" />)
  await settle()
}

async function next(): Promise<void> {
  await click('.main-button')
  await settle()
}

beforeEach(() => {
  sent = []
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => undefined)
})

describe('somebody who walks up', () => {
  it('signs by typing the name when they cannot draw', async () => {
    serve(portal())
    await open()
    await type('first', 'Ana')
    await type('last', 'Ruiz')
    await next()
    expect((await find('.sign-text')).innerHTML).toContain('<strong>wet</strong>')
    await click('.sign-agree input')
    await next()
    await click('.sign-form > .link')
    await type('typed', 'Ana Ruiz')
    await next()

    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ template_id: 1, typed_name: 'Ana Ruiz', signature_png_base64: null, signer: { first_name: 'Ana', relation: 'self' } })
    expect((await find('.page-state h1')).textContent).toContain('Ana')
  })

  it('is told at each field what is missing, and no longer once it is there', async () => {
    serve(portal())
    await open()
    await next()
    expect(document.querySelectorAll('.field-error')).toHaveLength(2)
    await type('first', 'Ana')
    await settle()
    expect(document.querySelectorAll('.field-error')).toHaveLength(1)
  })

  it('chooses where there are several', async () => {
    serve(portal({ templates: [template(), template({ id: 2, name: 'Photos' })] }))
    await open()
    expect(document.querySelectorAll('.sign-choices button')).toHaveLength(2)
    await click('.sign-choices li:last-child button')
    await settle()
    expect((await find('.sign-step')).textContent).toContain('1')
  })
})

describe('somebody with a link', () => {
  const required = [{ template: template(), guests: [guest(7, { name: 'Ana Ruiz' }), guest(8)] }]

  it('taps their name', async () => {
    serve(portal({ required }))
    await open('/waiverPortal/abc123')
    await click('.sign-guests button')
    await settle()
    expect([await valueOf('#first'), await valueOf('#last')]).toEqual(['Ana', 'Ruiz'])
  })

  it('has nothing to do where everybody signed', async () => {
    serve(portal({ required: [{ template: template(), guests: [guest(7, { state: 'signed' })] }] }))
    await open('/waiverPortal/abc123')
    expect((await find('.page-state h1')).textContent).toContain('has signed')
  })

  it('keeps what was entered when the server refuses', async () => {
    const body = { code: 'validation_failed', message: 'x', detail: { fields: { 'signer.birth_date': ['A parent has to sign.'] } } }
    serve(portal({ required }), () => new Response(JSON.stringify(body), { status: 422 }))
    await open('/waiverPortal/abc123')
    await click('.sign-guests button')
    await next()
    await click('.sign-agree input')
    await next()
    await click('.sign-form > .link')
    await type('typed', 'Ana Ruiz')
    await next()
    expect((await find('.sign-form > .field-error')).textContent).toBe('A parent has to sign.')
    expect(await valueOf('#typed')).toBe('Ana Ruiz')
  })
})
