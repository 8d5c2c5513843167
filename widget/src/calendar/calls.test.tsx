/** What the calendar asks the server, and when (domain.md 5.1). */
import { describe, expect, it, vi } from 'vitest'
import { entry } from '../testing/entries'
import { click, find } from '../testing/render'
import type { Call } from '../testing/server'
import { all, answering, day, isRange, show, startOperator, told } from './testing'

const open = entry({ experience_id: 12, experience: { id: 12, name: 'Tour' }, online_availability_cnt: 2, open_online_timeslot_cnt: 1 })

describe('the calls of the calendar', () => {
  it('ask for the shared data with an empty body, and mark themselves', async () => {
    const { calls } = startOperator()
    show()
    await find('tbody[aria-busy=false]')
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/api/init', body: {} })
    for (const { headers } of calls) expect(headers['X-Requested-With']).toBe('XMLHttpRequest')
  })

  it('ask for the days of an experience, of a category, for a reseller', async () => {
    const { calls } = startOperator()
    show('experience=12&category=3&reseller=8')
    await find('tbody[aria-busy=false]')
    const range = calls.find(isRange)!
    expect(range.path).toBe('/api/experiences/getInDateRange/2026-11-10/2026-11-30/12')
    expect(range.body).toEqual({ isAuthenticated: false, requestId: 1, showPrices: true, category: 3, reseller: 8 })
  })

  it('are staff by the session that the server knows, never by the address', async () => {
    const { calls } = startOperator()
    show('experience=12&isAuthenticated=true&showFull=true')
    await find('tbody[aria-busy=false]')
    expect(calls.find(isRange)!.body).toEqual({ isAuthenticated: false, requestId: 1, showPrices: true })
    startOperator({ isAuthenticated: true })
    show('experience=13')
    await vi.waitFor(() => expect(all('tbody[aria-busy=false]')).toHaveLength(2))
  })

  it('say who asks when staff do, and that they see sold-out days', async () => {
    const { calls } = startOperator({ isAuthenticated: true })
    show('experience=12')
    await find('tbody[aria-busy=false]')
    expect(calls.find(isRange)!.body).toEqual({ isAuthenticated: true, requestId: 1, showPrices: true, showFull: true })
  })

  it('are not made for availability in a preview', async () => {
    const { calls } = startOperator()
    show('experience=12&preview=true')
    await find('tbody[aria-busy=false]')
    await new Promise((done) => setTimeout(done, 300))
    expect(calls.map(({ path }) => path)).toEqual(['/api/init'])
    expect(all('.empty')).toEqual([])
  })

  it('fetch the months beside the shown one ahead, and paging shows them at once', async () => {
    const known = answering({ '2026-12-04': [open] })!
    const isAhead = (call: Call): boolean => (call.body as { requestId: number }).requestId === 0
    const { calls } = startOperator({
      // Whoever asks for December when it is shown waits for ever.
      answers: (call) => (call.path.includes('2026-12') && !isAhead(call) ? new Promise(() => undefined) : known(call)),
    })
    show('experience=12')
    await vi.waitFor(() => expect(calls.filter(isRange).map(isAhead)).toEqual([false, true]), 3000)
    await new Promise((done) => setTimeout(done, 20))
    await click('button', 'Next month')
    await vi.waitFor(() => expect(day('2026-12-04').className).toContain('has-availability'))
  })
})

describe('rebooking', () => {
  it('offers the departures of the day and names the chosen one', async () => {
    startOperator()
    show('experience=12&rebook=true&calendarId=move&date=2026-11-20')
    const first = await find('.departures button:not(:disabled)')
    expect(told('showModal')).toEqual([])
    first.click()
    const [message] = told('showModal')
    expect(message).toMatchObject({ calendar_id: 'move' })
    expect(message.url).toMatch(/tripBuilder\?language=en&experience=12&timeslot=\d+&date=2026-11-20$/)
  })
})
