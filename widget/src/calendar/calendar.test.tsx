/** What the calendar does: asks, tells its host, chooses, pages. */
import { describe, expect, it, vi } from 'vitest'
import { today } from '../../dev/data.ts'
import { addDays, firstDayOf, monthOf } from '../month'
import { addMonths } from '../paging'
import { entry } from '../testing/entries'
import { click, find } from '../testing/render'
import { refused, startServer } from '../testing/server'
import { all, answering, day, host, isRange, press, show, startOperator, told } from './testing'

const shownMonth = (): string => document.querySelector('#month')!.textContent!
const DAY = '2026-11-20'
const open = entry({ experience_id: 12, experience: { id: 12, name: 'Tour' }, online_availability_cnt: 2, open_online_timeslot_cnt: 1 })

const nextMonth = addMonths(monthOf(today()), 1)

describe('the calendar', () => {
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
    show(`experience=12&showDetail=true&calendarId=book&date=${firstDayOf(nextMonth)}`)
    expect((await find('h1')).textContent).toBe('Shop for Sunset Kayak Tour')
    const button = await find('.shop', 'Choose')
    const date = button.closest<HTMLElement>('[data-date]')!.dataset.date
    button.click()
    expect(host.postMessage).toHaveBeenCalledExactlyOnceWith(
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
    show(`date=${firstDayOf(nextMonth)}`)
    await find('.day.has-availability')
    const offers = (cell: HTMLElement): string => [...cell.querySelectorAll('.shop')].map((b) => b.textContent).join()
    const cells = [...document.querySelectorAll<HTMLElement>('.day.has-availability')]
    cells.find((cell) => cell.querySelectorAll('.shop').length > 1 || offers(cell).startsWith('Shop '))!.click()
    expect(host.postMessage.mock.calls[0]![0].url).toContain('defaultView=agenda')
  })

  it('asks nobody to choose among one experience', async () => {
    startServer()
    show(`date=${firstDayOf(nextMonth)}`)
    await find('.day.has-availability')
    const single = [...document.querySelectorAll<HTMLElement>('.day.has-availability')].find(
      (cell) => cell.querySelectorAll('.shop:not(:disabled)').length === 1 && !cell.textContent.includes('Shop '),
    )!
    single.click()
    expect(host.postMessage.mock.calls[0]![0].url).toMatch(/experience=\d+/)
  })

  it('is one tab stop with arrow keys inside; Enter chooses', async () => {
    startServer()
    show(`date=${firstDayOf(nextMonth)}`)
    await find('.day.has-availability')
    const stops = document.querySelectorAll('[role=gridcell][tabindex="0"]')
    expect(stops).toHaveLength(1)
    const cursor = stops[0] as HTMLElement
    cursor.focus()
    press('ArrowRight')
    const next = addDays(cursor.dataset.date!, 1)
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.date).toBe(next))
    expect(day(next).tabIndex).toBe(0)
  })

  it('keeps the focus when a key leads into another month', async () => {
    startServer()
    show('date=2026-11-20')
    await find('.day.has-availability')
    day('2026-11-20').focus()
    press('PageDown')
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.date).toBe('2026-12-20'))
    press('PageUp')
    await vi.waitFor(() => expect((document.activeElement as HTMLElement).dataset.date).toBe('2026-11-20'))
  })

  it('says why a month is empty, and how to book all the same', async () => {
    startServer((call) => (isRange(call) ? { status: 200, body: { requestId: (call.body as { requestId: number }).requestId, dates: {} } } : undefined))
    show('experience=13')
    expect((await find('.empty')).textContent).toMatch(/no online availability for Harbor Seal Safari in /)
    expect((await find('a[href^="tel:"]')).getAttribute('href')).toBe('tel:+14155550134')
    await click('button', 'Choose another tour')
    await vi.waitFor(() => expect(document.querySelector('a[href^="tel:"]')!.textContent).toMatch(/to book/))
  })

  it.each([
    [500, 'server_error', 'went wrong on our end'],
    [429, 'rate_limited', 'very busy'],
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
    show('display=compact&experience=12')
    await find('.day.has-availability')
    expect(document.querySelector('.shop')).toBeNull()
    expect(document.querySelector('.chosen-day')).toBeNull()
    await click('button', 'Next month')
    const chosen = await find('.day.selected')
    expect(chosen.className).toContain('has-availability')
    expect(told('showModal'), 'a choice that came from paging opens nothing').toEqual([])
  })

  it('ignores a click that came only from paging', async () => {
    startOperator({ answers: answering({ '2026-12-04': [open] }) })
    show('display=compact&experience=12')
    await find('tbody[aria-busy=false]')
    await click('button', 'Next month')
    await vi.waitFor(() => expect(day('2026-12-04').className).toContain('selected'))
    expect(told('showModal')).toEqual([])
    day('2026-12-04').click()
    expect(told('showModal')).toHaveLength(1)
  })

  it('chooses the day again when the new grid has nothing left on it', async () => {
    startOperator({ answers: answering({ [DAY]: [entry({ experience_id: 12 })], '2026-11-23': [open] }) })
    show(`experience=12&date=${DAY}`)
    await vi.waitFor(() => expect(day('2026-11-23').getAttribute('aria-selected')).toBe('true'))
  })

  it('shows only live experiences', async () => {
    startOperator({ answers: answering({ [DAY]: [open] }), experience: { status: { id: 2, slug: 'hidden', name: 'Hidden' } } })
    show('experience=12')
    await find('tbody[aria-busy=false]')
    expect(all('.title, .has-experiences')).toEqual([])
  })

  it('takes what came with the page and asks for nothing', async () => {
    const { calls } = startServer()
    const init = await (await fetch('/api/init', { method: 'POST', body: '{}' })).json()
    calls.splice(0)
    const { default: messages } = await import('../messages/calendar/de.json')
    const page = document.createElement('script')
    Object.assign(page, { id: 'first', type: 'application/json' })
    const range = { path: '/api/experiences/getInDateRange/2026-11-10/2026-11-30', dates: { [DAY]: [open] } }
    page.textContent = JSON.stringify({ language: 'de', messages, init, range })
    document.body.append(page)
    show('', { language: null })
    await vi.waitFor(() => expect(day(DAY).className).toContain('has-availability'))
    expect(calls).toEqual([])
    await vi.waitFor(() => expect(document.documentElement.lang).toBe('de'))
  })
})
