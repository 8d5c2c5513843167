import { isBookableDay, isDayAvailable, type Viewer } from '../availability'
import {
  addDays,
  addMonths,
  canPageBack,
  firstDayOf,
  isDate,
  isSameMonth,
  monthOf,
  sameDayIn,
  weeksOf,
  type Month,
} from '../month'
import type { Dates } from '../types'

export type CalendarState = {
  month: Month
  /** The day under the cursor: arrow keys and day controls move it. */
  selectedDate: string
  /** The day that was chosen, if any. */
  selectedDay: string | null
  experienceId: number | null
  showFull: boolean
  isPagedAway: boolean
  /** Number of the latest range request; answers to any other are late and ignored. */
  requestId: number
  status: 'loading' | 'ready' | 'error'
  dates: Dates
  error: unknown
}

export type CalendarEvent =
  | { type: 'paged'; count: 1 | -1; today: string }
  | { type: 'dayMoved'; date: string; today: string; isChosen: boolean }
  | { type: 'dayChosen'; date: string }
  | { type: 'experienceCleared' }
  | { type: 'fullToggled'; showFull: boolean }
  | { type: 'refreshed' }
  | { type: 'received'; requestId: number; dates: Dates; viewer: Viewer; today: string; isCompact: boolean }
  | { type: 'failed'; requestId: number; error: unknown }

type Start = {
  urlDate: string | null
  selectedDay: string | null
  nextAvailableDate: string | null
  today: string
}

/** The date the calendar opens on: the address, then the chosen day, then the next free day, then today. */
export function initialDate({ urlDate, selectedDay, nextAvailableDate, today }: Start): string {
  const wanted = [urlDate, selectedDay, nextAvailableDate].find((date) => isDate(date)) ?? today
  return wanted < today ? today : wanted
}

export function initialState(start: Start & { experienceId: number | null; showFull: boolean }): CalendarState {
  const selectedDate = initialDate(start)
  return {
    month: monthOf(selectedDate),
    selectedDate,
    selectedDay: isDate(start.urlDate) && start.urlDate >= start.today ? start.urlDate : null,
    experienceId: start.experienceId,
    showFull: start.showFull,
    isPagedAway: false,
    requestId: 1,
    status: 'loading',
    dates: {},
    error: null,
  }
}

const asked = (state: CalendarState): CalendarState => ({
  ...state,
  requestId: state.requestId + 1,
  status: 'loading',
  dates: {},
  error: null,
})

const notBefore = (date: string, limit: string): string => (date < limit ? limit : date)

function page(state: CalendarState, count: 1 | -1, today: string): CalendarState {
  if (count < 0 && !canPageBack(state.month, today)) return state
  const month = addMonths(state.month, count)
  const selectedDate = notBefore(sameDayIn(month, state.selectedDate), today)
  return asked({ ...state, month, selectedDate, isPagedAway: true })
}

function moveDay(state: CalendarState, date: string, today: string, isChosen: boolean): CalendarState {
  const floor = isChosen ? today : firstDayOf(monthOf(today))
  const selectedDate = notBefore(date, floor)
  const month = monthOf(selectedDate)
  const moved = { ...state, selectedDate, ...(isChosen && { selectedDay: selectedDate, isPagedAway: false }) }
  return isSameMonth(month, state.month) ? moved : asked({ ...moved, month })
}

/** The first day of the shown month that can be booked. */
export function firstBookableDay(month: Month, today: string, dates: Dates, viewer: Viewer): string | null {
  for (const cell of weeksOf(month, today).flat()) {
    if (!cell.isBlank && isBookableDay(cell, dates[cell.formattedDate] ?? [], viewer)) return cell.formattedDate
  }
  return null
}

function receive(state: CalendarState, event: Extract<CalendarEvent, { type: 'received' }>): CalendarState {
  if (event.requestId !== state.requestId) return state
  const { dates, viewer, today, isCompact } = event
  const ready: CalendarState = { ...state, status: 'ready', dates, error: null }
  const chosen = state.selectedDay
  const isChosenShown = chosen !== null && isSameMonth(monthOf(chosen), state.month)
  const isLost = isChosenShown && !isDayAvailable(dates[chosen] ?? [], viewer)
  const isPagedInCompact = state.isPagedAway && isCompact && !isChosenShown
  if (!isLost && !isPagedInCompact) return ready
  const found = firstBookableDay(state.month, today, dates, viewer)
  return { ...ready, selectedDay: found, selectedDate: found ?? state.selectedDate }
}

export function calendarReducer(state: CalendarState, event: CalendarEvent): CalendarState {
  switch (event.type) {
    case 'paged':
      return page(state, event.count, event.today)
    case 'dayMoved':
      return moveDay(state, event.date, event.today, event.isChosen)
    case 'dayChosen':
      return { ...state, selectedDay: event.date, selectedDate: event.date, isPagedAway: false }
    case 'experienceCleared':
      return asked({ ...state, experienceId: null, showFull: false })
    case 'fullToggled':
      return asked({ ...state, showFull: event.showFull })
    case 'refreshed':
      return asked(state)
    case 'received':
      return receive(state, event)
    case 'failed':
      return event.requestId === state.requestId ? { ...state, status: 'error', error: event.error } : state
  }
}

/** Where a key of the grid pattern leads from a day, or null when the key is not ours. */
export function dateForKey(key: string, date: string, isRightToLeft: boolean): string | null {
  const forward = isRightToLeft ? -1 : 1
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  switch (key) {
    case 'ArrowRight':
      return addDays(date, forward)
    case 'ArrowLeft':
      return addDays(date, -forward)
    case 'ArrowDown':
      return addDays(date, 7)
    case 'ArrowUp':
      return addDays(date, -7)
    case 'Home':
      return addDays(date, -weekday)
    case 'End':
      return addDays(date, 6 - weekday)
    case 'PageDown':
      return sameDayIn(addMonths(monthOf(date), 1), date)
    case 'PageUp':
      return sameDayIn(addMonths(monthOf(date), -1), date)
    default:
      return null
  }
}
