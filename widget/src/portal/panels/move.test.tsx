import { afterEach, describe, expect, it, vi } from 'vitest'
import english from '../../messages/portal/en.json'
import { click, find, render } from '../../testing/render'
import { PortalApp } from '../app'
import { offerOf, panelAt } from '../model'
import { allowed, portalWith, refused } from '../testing'
import type { MoveChoices, MovePreview, Portal } from '../types'

const NOW = Date.parse('2026-11-10T18:00:00Z')
const operator = { name: 'Nord', logo_url: null, brand_color: '#0b6e63', phone: null, email: null, locale: 'en', time_zone: 'Europe/Berlin' }
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

const EXPERIENCES = [
  { id: 3, name: 'Sunset kayak tour' },
  { id: 4, name: 'Seal safari' },
]
const departure = (timeslot_id: number, difference: number) => ({ timeslot_id, start_time: '10:00', start_at: '2026-11-28T09:00:00Z', end_at: '2026-11-28T11:00:00Z', seats: 9, is_bookable: true, is_current: false, reason: null, difference })
const choices = (experience_id: number, difference: number): MoveChoices => ({
  experience_id,
  experiences: EXPERIENCES,
  days: [{ date: '2026-11-28', timeslots: [departure(experience_id * 10, difference)] }],
})
const preview = (changes: Partial<MovePreview>): MovePreview => ({
  ...{ timeslot_id: 40, start_at: '2026-11-28T09:00:00Z', old_total: 9800, new_total: 9800, difference: 0, due_now: 0, lost_addons: [] },
  ...{ refund: { amount: 0, outcomes: [], parts: [] }, token: 'one' },
  ...changes,
})

/** The trip after the operator called it off, and lets the customer book it anew. */
function calledOff(rebook_offer: 'same' | 'any', rebook = allowed): Portal {
  const portal = portalWith()
  const [order] = portal.trip.tripOrders
  const policy = { ...portal.policies[0]!, rebook, rebook_offer, cancel: refused('canceled'), add_guests: refused('canceled') }
  return { ...portal, trip: { ...portal.trip, tripOrders: [{ ...order!, status: 'cancelled' }] }, policies: rebook.is_allowed ? [policy] : [] }
}

/** What was asked for, with answers for what is chosen and what it comes to. */
function serve(shown: MovePreview): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, options: RequestInit) => {
    asked.push(`${path.split('/orders/7/')[1] ?? path} ${typeof options.body === 'string' ? options.body : ''}`.trim())
    const isOther = path.includes('experience_id=4')
    const moved = { is_moved: true, amount: 0, pay_url: null, held_until: null, refund_amount: 0, credit_amount: 0 }
    const body = path.includes('/timeslots') ? choices(isOther ? 4 : 3, isOther ? -500 : 0) : path.endsWith('/preview') ? shown : path.endsWith('/rebook') ? moved : portalWith()
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
  })
  return asked
}

async function open(portal: Portal): Promise<void> {
  render(<PortalApp path="/customerPortal" hash="abc" first={{ language: 'en', messages: english, portal, operator, now: NOW }} />)
  await settle()
}

async function choose(): Promise<void> {
  await click('button.day.open', '28')
  await click('.panel .main-button', 'Continue')
  await settle()
}

afterEach(() => history.replaceState(null, '', '/'))

describe('another experience', () => {
  it('is chosen above the calendar, and what it lacks is said', async () => {
    const asked = serve(preview({ difference: -500, new_total: 9300, lost_addons: ['Dry bag'] }))
    await open(portalWith())
    await click('.changes button', 'Change date')
    const select = (await find('#move-experience')) as HTMLSelectElement
    expect([...select.options].map(({ text }) => text)).toEqual(['Sunset kayak tour', 'Seal safari'])
    select.value = '4'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await settle()
    expect(asked.at(-1)).toContain('experience_id=4')
    await choose()
    const text = (await find('dialog')).textContent!.replaceAll(/[\u2066-\u2069]/g, '')
    for (const part of ['Sunset kayak tour', 'Seal safari', 'will be removed: Dry bag']) expect(text).toContain(part)
  })

  it('is not asked about where there is none', async () => {
    serve(preview({}))
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ...choices(3, 0), experiences: EXPERIENCES.slice(0, 1) }), { headers: { 'Content-Type': 'application/json' } }))
    await open(portalWith())
    await click('.changes button', 'Change date')
    await find('button.day.open', '28')
    expect(document.querySelector('#move-experience')).toBeNull()
  })
})

describe('what was called off', () => {
  it('is booked anew at the price it had', async () => {
    const asked = serve(preview({ timeslot_id: 30, old_total: 0, new_total: 9800, difference: 9800 }))
    await open(calledOff('same'))
    expect((await find('.order')).textContent).toContain('your price stays the same')
    await click('.order .main-button', 'Choose another time')
    await choose()
    const text = (await find('dialog')).textContent!
    expect(text).toContain('Same price')
    expect(text).not.toContain('98.00')
    await click('.panel .main-button', 'Book this time')
    await settle()
    expect(asked).toContain('rebook {"timeslot_id":30,"token":"one","settle":"refund"}')
  })

  it('is where the message leads', async () => {
    serve(preview({}))
    history.replaceState(null, '', '/customerPortal?trip=abc&move=7')
    await open(calledOff('any'))
    expect((await find('dialog h2')).textContent).toBe('Choose another time')
  })

  it('is over when it is no longer offered', async () => {
    const portal = calledOff('same', refused('canceled'))
    expect(offerOf(portal, portal.trip.tripOrders[0]!)).toBeNull()
    expect(panelAt(portal, { search: '?trip=abc&move=7', hash: '' })).toBeNull()
    expect(panelAt(portalWith(), { search: '?move=8', hash: '' })).toBeNull()
    expect(panelAt(portalWith(), { search: '?move=7', hash: '' })).toEqual({ name: 'move', orderId: 7 })
  })
})
