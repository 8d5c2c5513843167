import { describe, expect, it } from 'vitest'
import { entry, experience } from '../testing/entries'
import type { Dates, Experience } from '../types'
import { dateForKey } from './keys'
import { calendarReducer, freeDayCnt, initialDate, initialState, isChosenShown, keyOf, type CalendarEvent, type CalendarState, type Facts } from './state'

const TODAY = '2026-11-20'
const open = [entry({ online_availability_cnt: 2, open_online_timeslot_cnt: 1 })]
const full = [entry()]

type Changes = Partial<Facts> & { urlDate?: string; experience?: number; list?: Experience[] }

function started({ urlDate, experience: id, list = [experience(1)], ...facts }: Changes = {}): CalendarState {
  const experiences = new Map(list.map((one) => [one.id, one]))
  return initialState(
    { today: TODAY, isCompact: false, isAuthenticated: false, experiences, ...facts },
    { urlDate: urlDate ?? null, experience: id ?? null },
  )
}

const run = (state: CalendarState, ...events: CalendarEvent[]): CalendarState => events.reduce(calendarReducer, state)

const received = (requestId: number, dates: Dates): CalendarEvent => ({ type: 'received', requestId, dates })
const paged = (count: 1 | -1): CalendarEvent => ({ type: 'paged', count })
const overbookable = experience(12, { is_allow_manual_overbooking: true, next_available_date: '2026-12-05' })

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
    const shown = started({ experience: 12, list: [overbookable] })
    expect(shown).toMatchObject({ experienceId: 12, selectedDay: null, selectedDate: '2026-12-05', month: { year: 2026, month: 12 } })
    expect(started({ urlDate: '2026-10-01' })).toMatchObject({ selectedDay: null, month: { year: 2026, month: 11 } })
  })

  it('of another experience is the chosen day, then its next free day', () => {
    const both = started({ list: [experience(1), overbookable] })
    const choose: CalendarEvent = { type: 'experienceChosen', id: 12 }
    expect(run(both, choose)).toMatchObject({ experienceId: 12, selectedDate: '2026-12-05', month: { year: 2026, month: 12 } })
    expect(run(both, { type: 'dayChosen', date: '2026-11-25' }, choose)).toMatchObject({ selectedDay: '2026-11-25', month: { year: 2026, month: 11 } })
  })

  it('an experience that is not shown is none', () => expect(started({ experience: 99 }).experienceId).toBeNull())
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
    expect(run(started({ isCompact: true }), paged(1), received(2, december))).toMatchObject({ selectedDay: '2026-12-04' })
    expect(run(started(), paged(1), received(2, december))).toMatchObject({ selectedDay: null })
    expect(run(started({ isCompact: true }), received(1, { '2026-11-22': open }))).toMatchObject({ selectedDay: null })
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
  const move = (date: string, isChosen: boolean): CalendarEvent => ({ type: 'dayMoved', date, isChosen })

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
    const state = run(started({ experience: 12, list: [overbookable], isAuthenticated: true }), received(1, {}))
    expect(run(state, { type: 'experienceChosen', id: null })).toMatchObject({ experienceId: null, showFull: false, requestId: 2, status: 'loading' })
    expect(run(state, { type: 'fullToggled', showFull: false })).toMatchObject({ showFull: false, requestId: 2 })
    expect(run(state, { type: 'refreshed' })).toMatchObject({ requestId: 2 })
  })

  it.each([
    ['staff and an experience that allows it', true, true, true],
    ['visitors', false, true, false],
    ['staff and an experience that does not', true, false, false],
  ])('sold-out display starts on for %s', (_who, isAuthenticated, isAllowed, expected) => {
    const list = [experience(12, { is_allow_manual_overbooking: isAllowed })]
    expect(started({ isAuthenticated, experience: 12, list }).showFull).toBe(expected)
  })

  it('is empty when no day from today on has anything', () => {
    const show = (dates: Dates): number => freeDayCnt(run(started(), received(1, dates)))
    expect(show({})).toBe(0)
    expect(show({ '2026-11-19': open, '2026-11-25': full })).toBe(0)
    expect(show({ '2026-11-20': open, '2026-11-25': open })).toBe(2)
  })
})

describe('months that are known', () => {
  const december = { '2026-12-03': full, '2026-12-04': open }
  const key = keyOf({ month: { year: 2026, month: 12 }, experienceId: null, showFull: false })
  const ahead: CalendarEvent = { type: 'fetchedAhead', key, dates: december }

  it('are shown at once, and asked for all the same', () => {
    const state = run(started(), received(1, {}), ahead, paged(1))
    expect(state).toMatchObject({ requestId: 2, status: 'ready', dates: december, isPagedAway: true })
    expect(run(state, received(2, {}))).toMatchObject({ status: 'ready', dates: {} })
  })

  it('change nothing before they are wanted', () => {
    const state = run(started(), received(1, {}))
    expect({ ...run(state, ahead), answers: null }).toEqual({ ...state, answers: null })
  })

  it('follow the same rules as those that are waited for', () => {
    const state = run(started({ isCompact: true }), received(1, {}), ahead, paged(1))
    expect(state).toMatchObject({ selectedDay: '2026-12-04' })
    expect(isChosenShown(state)).toBe(true)
  })

  it('belong to what was asked: other experiences and sold-out display are others', () => {
    const state = run(started({ experience: 12, list: [overbookable], isAuthenticated: true }), received(1, december))
    expect(run(state, { type: 'fullToggled', showFull: false }).status).toBe('loading')
    expect(run(state, { type: 'fullToggled', showFull: false }, { type: 'fullToggled', showFull: true }).status).toBe('ready')
  })

  it('stay when asking again fails, with the reason', () => {
    const error = new Error()
    const state = run(started(), received(1, {}), ahead, paged(1), { type: 'failed', requestId: 2, error })
    expect(state).toMatchObject({ status: 'ready', dates: december, error })
    expect(run(state, { type: 'refreshed' })).toMatchObject({ error: null, requestId: 3 })
  })
})

describe('midnight at the operator', () => {
  it('moves today, forgets what was known, and lets go of a day that is over', () => {
    const state = run(started({ urlDate: TODAY }), received(1, { [TODAY]: open }))
    const next = run(state, { type: 'dayTurned', today: '2026-11-21' })
    expect(next).toMatchObject({ today: '2026-11-21', selectedDay: null, selectedDate: '2026-11-21', status: 'loading', requestId: 2, answers: {} })
    expect(run(state, { type: 'dayTurned', today: TODAY })).toBe(state)
  })

  it('goes on to the next month after its last day', () => {
    const state = run(started(), received(1, {}), { type: 'dayTurned', today: '2026-12-01' })
    expect(state).toMatchObject({ month: { year: 2026, month: 12 }, selectedDate: '2026-12-01' })
  })
})

describe('another language', () => {
  it('brings the experiences in its words and asks for the days again', () => {
    const experiences = new Map([[1, experience(1, { name: 'Kajak' })]])
    expect(run(started(), received(1, {}), { type: 'described', experiences })).toMatchObject({ experiences, requestId: 2, status: 'loading' })
  })
})
