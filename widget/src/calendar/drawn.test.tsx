/** The picture that comes with the document is the one that the page draws (ADR 43). */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { answer } from '../../dev/routes.ts'
import { entry } from '../testing/entries'
import { find } from '../testing/render'
import { startServer } from '../testing/server'
import { applyTheme } from '../theme'
import type { Dates, Init } from '../types'
import { markupOf } from './drawn'
import { UNSEEN_MS } from './held'
import { openCalendar } from './open'
import { Address, Query, searchOf } from './page'
import { readSettings } from './settings'
import { day } from './testing'

const HOSTILE = `</script><img src=x onerror="alert('1')"> & "Tour"`
const MONTH = '2026-11-10/2026-11-30'
const messages = import.meta.glob<object>('../messages/calendar/*.json', { import: 'default', eager: true })
const priced = (id: number, name: string) =>
  entry({
    ...{ experience_id: id, experience: { id, name }, online_availability_cnt: 5, open_online_timeslot_cnt: 1 },
    timeslots: [{ id: 1, start_time: '09:00', min_price: 5300, availabilities: [{ customer_type: { id: 1 } }] }],
  })
const DATES: Dates = { '2026-11-19': [{ ...priced(12, 'Kayak'), few_left: 3 }], '2026-11-18': [{ ...priced(12, 'Kayak'), online_availability_cnt: 0, open_online_timeslot_cnt: 0 }], '2026-11-20': [priced(12, HOSTILE)], '2026-11-21': [priced(12, 'Kayak'), priced(14, 'Cave')], '2026-11-22': [entry({ experience_id: 12 })] }

type Changes = { language?: string; range?: string | null; dates?: Dates; properties?: Partial<Init['properties']> }

/** Writes into the page what the server would. */
function come({ language = 'en', range = MONTH, dates = DATES, properties = {} }: Changes = {}): void {
  const init = answer('POST', '/api/init', {}).body as Init
  const page = document.createElement('script')
  Object.assign(page, { id: 'first', type: 'application/json' })
  page.textContent = JSON.stringify({
    ...{ language, messages: messages[`../messages/calendar/${language}.json`] },
    init: { ...init, experiences: init.experiences.map((one) => ({ ...one, color: '#aa3311', min_price_for: HOSTILE })), properties: { ...init.properties, ...properties } },
    ...(range && { range: { path: `/api/experiences/getInDateRange/${range}`, dates } }),
  })
  document.body.append(page)
}

const placeWith = (markup: string): HTMLElement => {
  const place = document.createElement('div')
  place.innerHTML = markup
  document.body.append(place)
  return place
}

/** Elements with their attributes by name, and texts: whoever makes them gives attributes an order of their own. */
function linesOf(node: Node, depth = ''): string[] {
  if (node.nodeType === Node.TEXT_NODE) return [depth + node.nodeValue]
  const names = [...(node as Element).attributes].map(({ name, value }) => `${name.toLowerCase()}=${value}`).sort()
  const kids = [...node.childNodes].flatMap((kid) => linesOf(kid, `${depth} `))
  return [`${depth}${node.nodeName.toLowerCase()} ${names.join(' ')}`, ...kids]
}

const nodesIn = (place: Node): Node[] => [place, ...[...place.childNodes].flatMap(nodesIn)]
const markup = (search: string): string => markupOf(search, new Date())
const open = (place: Element, search: string): (() => void) => openCalendar(place, readSettings(search, applyTheme(search)))

/** Keeps the engine away, which draws more as soon as the first picture stands. */
function holdEngine(): void {
  const { setTimeout: later } = globalThis
  vi.stubGlobal('PerformanceObserver', class { observe = (): void => undefined })
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number) => (ms === UNSEEN_MS ? 0 : later(work, ms)))
}

beforeEach(() => {
  startServer()
  delete document.documentElement.dataset.theme
})

describe('a picture that comes with the document', () => {
  it.each<[string, string, Changes]>([
    ['all experiences', '', {}],
    ['one experience', 'experience=12&showDetail=true', { range: `${MONTH}/12` }],
    ['a chosen day', 'date=2026-11-21&theme=dark&color=%23ff0000&font=serif', {}],
    ['a later month', 'date=2027-01-05', { range: '2027-01-01/2027-01-31', dates: { '2027-01-05': [priced(12, 'Kayak')] } }],
    ['compact', 'experience=12&display=compact', { range: `${MONTH}/12` }],
    ['an order that moves', 'experience=12&rebook=true&timeslot=4', { range: `${MONTH}/12` }],
    ['an empty month', '', { dates: {} }],
    ['a month that has not come', '', { range: null }],
    ['without a prompt and with a language', 'prompt=false&language=de', { language: 'de' }],
    ['words of its own for activities', '', { properties: { label_activity_singular: 'dive', label_activity_plural: `"dives" & ${HOSTILE}` } }],
    ['a currency that nobody knows', '', { properties: { currency: 'nothing' } }],
    ...['ar', 'he', 'ja', 'hi', 'de', 'zh-TW', 'pl', 'tl'].map((language): [string, string, Changes] => [`in ${language}`, '', { language }]),
  ])('is what the page draws: %s', async (_name, search, changes) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    holdEngine()
    come(changes)
    const drawn = placeWith(markup(search))
    const place = placeWith('<div class="boot" aria-hidden="true"></div>')
    const end = open(place, search)
    await vi.waitFor(() => expect(place.querySelector('main')).not.toBeNull())
    expect(linesOf(drawn.firstChild!)).toEqual(linesOf(place.firstChild!))
    expect(drawn.childNodes).toHaveLength(1)
    end()
    vi.unstubAllGlobals()
  })

  it('cannot be broken out of by what operators type', () => {
    come()
    const text = markup('language=%22%3E%3Cscript%3E')
    expect(text).toContain('&lt;/script&gt;&lt;img src=x onerror=&quot;')
    const all = [...placeWith(text).querySelectorAll('*')]
    expect(all.filter(({ localName }) => /script|img|style/.test(localName))).toEqual([])
    expect(all.flatMap(({ attributes }) => [...attributes].map(({ name }) => name)).filter((name) => /^(on|style)/.test(name))).toEqual([])
  })

  it('is taken over as it stands, with its focus, and acts', async () => {
    come()
    const place = placeWith(markup(''))
    const before = nodesIn(place)
    day('2026-11-20').focus()
    const end = open(place, '')
    // React draws its own in the same place: what visitors load is not React.
    if (import.meta.env.MODE === 'react') await vi.waitFor(() => expect(before).not.toContain(place.firstChild))
    else {
      expect(nodesIn(place).every((node, index) => node === before[index])).toBe(true)
      expect(document.activeElement).toBe(day('2026-11-20'))
    }
    day('2026-11-21').click()
    await find('[data-date="2026-11-21"][aria-selected=true]')
    end()
  })

  // React draws its own in the same place, and nobody would be left to hear it.
  it.skipIf(import.meta.env.MODE === 'react').each<[string, (cell: HTMLElement) => void]>([
    ['a click', (cell) => cell.click()],
    ['a key', (cell) => cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))],
  ])('keeps %s until somebody is there to hear it, and loads nothing before it is painted', async (_name, act) => {
    const paint: (() => void)[] = []
    vi.stubGlobal('PerformanceObserver', class { constructor(told: (list: object) => void) { paint.push(() => told({ getEntriesByName: () => [{}] })) } observe = (): void => undefined })
    come()
    const place = placeWith(markup(''))
    place.id = 'calendar'
    vi.resetModules()
    await import('./main')
    act(day('2026-11-21'))
    expect(day('2026-11-21').getAttribute('aria-selected')).toBe('false')
    const painted = paint.splice(0)
    expect(painted).toHaveLength(1)
    painted[0]!()
    await vi.waitFor(() => expect(paint).toHaveLength(1))
    paint[0]!()
    await find('[data-date="2026-11-21"][aria-selected=true]')
    vi.unstubAllGlobals()
  })

  it('gives way where it is not what the page would draw', async () => {
    holdEngine()
    come()
    const fresh = placeWith('')
    const endFresh = open(fresh, '')
    await vi.waitFor(() => expect(fresh.querySelector('.has-availability')).not.toBeNull())
    const right = linesOf(fresh.firstChild!)
    endFresh()
    const other = markup('experience=12&rebook=true&date=2026-11-21').replace('class="footer"', 'class="footer" data-day').replaceAll('<span class="day-number">', '<b>old</b><i></i>old<span>')
    const place = placeWith(`${other}<p>after it</p>`)
    place.querySelector('tbody')!.className = 'six'
    const end = open(place, '')
    await vi.waitFor(() => expect(linesOf(place.firstChild!).map((line) => line.replace(' data-day=', ''))).toEqual(right))
    expect(place.childNodes).toHaveLength(1)
    end()
    vi.unstubAllGlobals()
  })

  it('is not there where the page came without its data', () => {
    expect(markup('')).toBe('')
  })
})

describe('the page that the server has', () => {
  it('reads and writes addresses as browsers do', () => {
    const values = { date: '2026-11-20', language: `a b+c&d=e/é~'()*!%`, color: '#ff0000' }
    const search = searchOf(values)
    const [ours, theirs] = [new Query(search), new URLSearchParams(search)]
    for (const name of [...Object.keys(values), 'theme']) expect(ours.get(name)).toBe(theirs.get(name))
    const urls = [new Address('/widgets/tripBuilder', 'https://a.example'), new URL('/widgets/tripBuilder', 'https://a.example')]
    for (const url of urls) for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
    expect(urls[0]!.href).toBe(urls[1]!.href)
  })
})
