import { beforeEach, describe, expect, it, vi } from 'vitest'
import { today } from '../../dev/data.ts'
import { addDays, addMonths, firstDayOf, monthOf } from '../month'
import { click, find, render } from '../testing/render'
import { refused, startServer, type Call } from '../testing/server'
import { CalendarApp } from './app'
import type { CalendarSettings } from './context'

const SETTINGS: CalendarSettings = {
  experience: null,
  calendarId: 'book',
  showDetail: true,
  language: 'en',
  date: null,
  isCompact: false,
  isPrompting: true,
  isPreview: false,
  category: null,
  reseller: null,
  theme: null,
}

const parent = { postMessage: vi.fn() }

const show = (changes: Partial<CalendarSettings> = {}): HTMLElement =>
  render(<CalendarApp settings={{ ...SETTINGS, ...changes }} />)

const isRange = ({ path }: Call): boolean => path.includes('getInDateRange')
const day = (date: string): HTMLElement => document.querySelector<HTMLElement>(`[data-date="${date}"]`)!
const shownMonth = (): string => document.querySelector('#month')!.textContent!

const nextMonth = addMonths(monthOf(today()), 1)

describe('the calendar', () => {
  beforeEach(() => {
    parent.postMessage.mockClear()
    Object.defineProperty(window, 'parent', { value: parent, configurable: true })
  })

  it('asks for the month from today on, with a request id', async () => {
    const { calls } = startServer()
    show()
    await find('.day.has-availability')
    const [range] = calls.filter(isRange)
    expect(range!.path).toContain(`/${today()}/`)
    expect(range).toMatchObject({ method: 'POST', body: { isAuthenticated: false, requestId: 1, showPrices: true } })
    expect(range!.headers['X-Requested-With']).toBe('XMLHttpRequest')
    expect(document.querySelectorAll('thead th')).toHaveLength(7)
    expect(document.querySelector('thead th')!.textContent).toContain('SUN')
  })

  it('announces loading and ready as events', async () => {
    startServer()
    const heard: unknown[] = []
    const listen = (event: Event) => heard.push((event as CustomEvent).detail)
    window.addEventListener('outfitter:calendar', listen)
    show()
    await find('.day.has-availability')
    await vi.waitFor(() => expect(heard).toEqual(['loading', 'ready']))
    window.removeEventListener('outfitter:calendar', listen)
  })

  it('drops a late answer of the month that was left', async () => {
    let release: (reply: { status: number; body: unknown }) => void = () => undefined
    startServer((call) => {
      if (!isRange(call) || (call.body as { requestId: number }).requestId !== 1) return undefined
      return new Promise((done) => (release = done))
    })
    show()
    const before = (await find('#month')).textContent!
    await click('button', 'Next month')
    await find('.day.has-availability')
    const count = document.querySelectorAll('.has-availability').length
    release({ status: 200, body: { requestId: 1, dates: {} } })
    await new Promise((done) => setTimeout(done, 20))
    expect(shownMonth()).not.toBe(before)
    expect(document.querySelectorAll('.has-availability')).toHaveLength(count)
  })

  it('opens the trip builder of an experience in the page around it', async () => {
    startServer()
    show({ experience: 12, date: firstDayOf(nextMonth) })
    expect((await find('h1')).textContent).toBe('Shop for Sunset Kayak Tour')
    const button = await find('.shop', 'Choose')
    const date = button.closest<HTMLElement>('[data-date]')!.dataset.date
    button.click()
    expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(
      {
        type: 'showModal',
        url: `${location.origin}/widgets/tripBuilder?showDetail=true&language=en&experience=12&date=${date}`,
        calendar_id: 'book',
      },
      '*',
    )
  })

  it('opens the agenda for a day without an experience', async () => {
    startServer()
    show({ date: firstDayOf(nextMonth) })
    await find('.day.has-availability')
    const offers = (cell: HTMLElement): string => [...cell.querySelectorAll('.shop')].map((b) => b.textContent).join()
    const cells = [...document.querySelectorAll<HTMLElement>('.day.has-availability')]
    cells.find((cell) => cell.querySelectorAll('.shop').length > 1 || offers(cell).startsWith('Shop '))!.click()
    expect(parent.postMessage.mock.calls[0]![0].url).toContain('defaultView=agenda')
  })

  it('asks nobody to choose among one experience', async () => {
    startServer()
    show({ date: firstDayOf(nextMonth) })
    await find('.day.has-availability')
    const single = [...document.querySelectorAll<HTMLElement>('.day.has-availability')].find(
      (cell) => cell.querySelectorAll('.shop').length === 1 && !cell.textContent.includes('Shop '),
    )!
    single.click()
    expect(parent.postMessage.mock.calls[0]![0].url).toMatch(/experience=\d+/)
  })

  it('is one tab stop with arrow keys inside; Enter chooses', async () => {
    startServer()
    show({ date: firstDayOf(nextMonth) })
    await find('.day.has-availability')
    const stops = document.querySelectorAll('[role=gridcell][tabindex="0"]')
    expect(stops).toHaveLength(1)
    const cursor = stops[0] as HTMLElement
    cursor.focus()
    cursor.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    const next = addDays(cursor.dataset.date!, 1)
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.date).toBe(next))
    expect(day(next).tabIndex).toBe(0)
  })

  it('says why a month is empty, and how to book all the same', async () => {
    startServer((call) => (isRange(call) ? { status: 200, body: { requestId: (call.body as { requestId: number }).requestId, dates: {} } } : undefined))
    show({ experience: 13 })
    expect((await find('.empty')).textContent).toMatch(/no online availability for Harbor Seal Safari in /)
    expect((await find('a[href^="tel:"]')).getAttribute('href')).toBe('tel:+14155550134')
    await click('button', 'Choose another tour')
    await vi.waitFor(() => expect(document.querySelector('a[href^="tel:"]')!.textContent).toMatch(/to book/))
  })

  it.each([
    [500, 'server_error', 'did not answer as expected'],
    [429, 'rate_limited', 'many visitors'],
  ])('explains a %i and tries again', async (status, code, words) => {
    let isBroken = true
    startServer((call) => (isBroken && isRange(call) ? refused(status, code) : undefined))
    show()
    expect((await find('[role=alert]')).textContent).toContain(words)
    isBroken = false
    await click('button', 'Try again')
    await find('.day.has-availability')
  })

  it('is compact: no buttons in days, the first bookable day is chosen after paging', async () => {
    startServer()
    show({ isCompact: true, experience: 12 })
    await find('.day.has-availability')
    expect(document.querySelector('.shop')).toBeNull()
    expect(document.querySelector('.chosen')).toBeNull()
    await click('button', 'Next month')
    const chosen = await find('.day.selected')
    expect(chosen.className).toContain('has-availability')
    expect(parent.postMessage, 'a choice that came from paging opens nothing').not.toHaveBeenCalled()
  })

  it('loads another language with its direction', async () => {
    startServer()
    show({ language: 'ar' })
    await find('h1', 'اختر التاريخ')
    expect(document.documentElement).toMatchObject({ lang: 'ar', dir: 'rtl' })
    expect(document.querySelector<HTMLElement>('.picker')!.hidden).toBe(true)
  })
})
