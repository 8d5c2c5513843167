import { describe, expect, it, vi } from 'vitest'
import { recalledQuery } from '../query'
import { find } from '../testing/render'
import { all, startOperator, told } from './testing'

async function open(search: string): Promise<void> {
  history.replaceState(null, '', `/widgets/calendar${search}`)
  vi.resetModules()
  await import('./main')
}

describe('the page of the calendar', () => {
  it('mounts the widget on its calendar element and keeps the parameters in a cookie', async () => {
    startOperator()
    document.body.innerHTML = '<div id="calendar"></div>'
    await open('?experience=12&calendarId=book&showDetail=true&language=de')
    await find('#calendar .grid')
    expect(all('.title')[0]!.textContent).toBe('Sunset Kayak Tour buchen')
    expect(recalledQuery()).toEqual({ experience: 12, calendarId: 'book', showDetail: true, language: 'de' })
  })

  it('does nothing on a page without one', async () => {
    const { calls } = startOperator()
    await open('')
    expect(calls).toEqual([])
    expect(told('setCalendarHeight')).toEqual([])
  })
})
