import { describe, expect, it } from 'vitest'
import { entry, viewer } from '../testing/entries'
import type { Dates } from '../types'
import { calendarReducer, dateForKey, initialDate, initialState, type CalendarEvent, type CalendarState } from './state'

const TODAY = '2026-11-20'
const visitor = viewer()
const open = [entry({ online_availability_cnt: 2, open_online_timeslot_cnt: 1 })]
const full = [entry()]

function started(changes: Partial<Parameters<typeof initialState>[0]> = {}): CalendarState {
  return initialState({
    urlDate: null,
    selectedDay: null,
    nextAvailableDate: null,
    today: TODAY,
    experienceId: null,
    showFull: false,
    ...changes,
  })
}

const run = (state: CalendarState, ...events: CalendarEvent[]): CalendarState => events.reduce(calendarReducer, state)

const received = (requestId: number, dates: Dates, isCompact = false): CalendarEvent => ({
  type: 'received',
  requestId,
  dates,
  viewer: visitor,
  today: TODAY,
  isCompact,
})
const paged = (count: 1 | -1): CalendarEvent => ({ type: 'paged', count, today: TODAY })

describe('the first date', () => {
  it.each<[string, Partial<Parameters<typeof initialDate>[0]>, string]>([
    ['the address first', { urlDate: '2026-12-05', selectedDay: '2026-12-01', nextAvailableDate: '2026-11-28' }, '2026-12-05'],
    ['then the selected day', { selectedDay: '2026-12-01', nextAvailableDate: '2026-11-28' }, '2026-12-01'],
    ['then the next free day', { nextAvailableDate: '2026-11-28' }, '2026-11-28'],
    ['then today', {}, TODAY],
    ['not a date that does not exist', { urlDate: '2026-02-30', nextAvailableDate: '2026-11-28' }, '2026-11-28'],
    ['never before today', { urlDate: '2026-10-01' }, TODAY],
  ])('%s', (_name, changes, expected) =>
    expect(initialDate({ urlDate: null, selectedDay: null, nextAvailableDate: null, today: TODAY, ...changes })).toBe(expected),
  )

  it('of the address is chosen, the next free day is only shown', () => {
    expect(started({ urlDate: '2026-12-05' })).toMatchObject({ selectedDay: '2026-12-05', month: { year: 2026, month: 12 } })
    expect(started({ nextAvailableDate: '2026-12-05' })).toMatchObject({ selectedDay: null, month: { year: 2026, month: 12 } })
    expect(started({ urlDate: '2026-10-01' })).toMatchObject({ selectedDay: null, month: { year: 2026, month: 11 } })
  })
})

describe('answers', () => {
  it('are ignored when a later request is under way', () => {
    const paging = run(started(), paged(1))
    expect(paging).toMatchObject({ requestId: 2, status: 'loading' })
    expect(run(paging, received(1, { [TODAY]: open }))).toBe(paging)
    expect(run(paging, { type: 'failed', requestId: 1, error: new Error() })).toBe(paging)
    expect(run(paging, received(2, { '2026-12-01': open }))).toMatchObject({ status: 'ready' })
  })

  it('choose the day again when it has nothing left', () => {
    const state = run(started({ urlDate: '2026-11-25' }), received(1, { '2026-11-25': full, '2026-11-27': open }))
    expect(state).toMatchObject({ selectedDay: '2026-11-27', selectedDate: '2026-11-27' })
    const none = run(started({ urlDate: '2026-11-25' }), received(1, { '2026-11-25': full }))
    expect(none).toMatchObject({ selectedDay: null, selectedDate: '2026-11-25' })
  })

  it('keep a chosen day that is free', () => {
    const state = run(started({ urlDate: '2026-11-27' }), received(1, { '2026-11-25': open, '2026-11-27': open }))
    expect(state.selectedDay).toBe('2026-11-27')
  })
})

describe('paging', () => {
  const december = { '2026-12-03': full, '2026-12-04': open, '2026-12-09': open }

  it('sets the flag and asks for the month', () => {
    expect(run(started(), paged(1))).toMatchObject({ isPagedAway: true, month: { year: 2026, month: 12 }, selectedDate: '2026-12-20' })
  })

  it('chooses the first bookable day in compact format only', () => {
    expect(run(started(), paged(1), received(2, december, true))).toMatchObject({ selectedDay: '2026-12-04' })
    expect(run(started(), paged(1), received(2, december, false))).toMatchObject({ selectedDay: null })
    expect(run(started(), received(1, { '2026-11-22': open }, true))).toMatchObject({ selectedDay: null })
  })

  it('never goes before the month of today', () => {
    const state = started()
    expect(run(state, paged(-1))).toBe(state)
    expect(run(state, paged(1), paged(-1))).toMatchObject({ selectedDate: TODAY, month: { year: 2026, month: 11 } })
  })

  it('ends when a day is chosen', () => {
    expect(run(started(), paged(1), { type: 'dayChosen', date: '2026-12-04' })).toMatchObject({ isPagedAway: false, selectedDay: '2026-12-04' })
  })
})

describe('moving by day', () => {
  const move = (date: string, isChosen: boolean): CalendarEvent => ({ type: 'dayMoved', date, today: TODAY, isChosen })

  it('asks again only in another month', () => {
    expect(run(started(), move('2026-11-21', true))).toMatchObject({ requestId: 1, selectedDay: '2026-11-21' })
    expect(run(started(), move('2026-12-01', true))).toMatchObject({ requestId: 2, status: 'loading', dates: {} })
  })

  it('does not choose a day before today', () => {
    expect(run(started(), move('2026-11-10', true)).selectedDate).toBe(TODAY)
    expect(run(started(), move('2026-10-10', false)).selectedDate).toBe('2026-11-01')
  })

  it.each([
    ['ArrowRight', '2026-11-19'],
    ['ArrowLeft', '2026-11-17'],
    ['ArrowDown', '2026-11-25'],
    ['ArrowUp', '2026-11-11'],
    ['Home', '2026-11-15'],
    ['End', '2026-11-21'],
    ['PageDown', '2026-12-18'],
    ['PageUp', '2026-10-18'],
    ['a', null],
  ])('%s leads to %s', (key, expected) => expect(dateForKey(key, '2026-11-18', false)).toBe(expected))

  it('turns the arrows around from right to left', () => {
    expect(dateForKey('ArrowRight', '2026-11-18', true)).toBe('2026-11-17')
    expect(dateForKey('ArrowLeft', '2026-11-18', true)).toBe('2026-11-19')
  })
})

describe('what is shown', () => {
  it('asks again for other activities, for sold-out display and after a booking', () => {
    const state = run(started({ experienceId: 12, showFull: true }), received(1, {}))
    expect(run(state, { type: 'experienceCleared' })).toMatchObject({ experienceId: null, showFull: false, requestId: 2, status: 'loading' })
    expect(run(state, { type: 'fullToggled', showFull: false })).toMatchObject({ showFull: false, requestId: 2 })
    expect(run(state, { type: 'refreshed' })).toMatchObject({ requestId: 2, status: 'loading' })
  })
})
