/** What happens to the calendar, one event at a time. */
import { canPageBack, firstDayOf, isSameMonth, monthOf } from '../month'
import { addMonths, sameDayIn } from '../paging'
import type { Dates } from '../types'
import { initialDate, keyOf, nextAvailable, show, startsFull, type CalendarState, type Facts } from './opening'

export * from './opening'

export type CalendarEvent =
  | { type: 'paged'; count: 1 | -1 }
  | { type: 'dayMoved'; date: string; isChosen: boolean }
  | { type: 'dayChosen'; date: string }
  | { type: 'experienceChosen'; id: number | null }
  | { type: 'fullToggled'; showFull: boolean }
  | { type: 'refreshed' }
  | { type: 'received'; requestId: number; dates: Dates }
  | { type: 'failed'; requestId: number; error: unknown }
  | { type: 'fetchedAhead'; key: string; dates: Dates }
  | { type: 'dayTurned'; today: string }
  | { type: 'described'; experiences: Facts['experiences'] }

/** Asks for the month; what is known of it is shown at once. */
function ask(state: CalendarState): CalendarState {
  const next: CalendarState = { ...state, requestId: state.requestId + 1, status: 'loading', dates: {}, error: null }
  const known = state.answers[keyOf(state)]
  return known ? show(next, known) : next
}

const notBefore = (date: string, limit: string): string => (date < limit ? limit : date)

function page(state: CalendarState, count: 1 | -1): CalendarState {
  if (count < 0 && !canPageBack(state.month, state.today)) return state
  const month = addMonths(state.month, count)
  const selectedDate = notBefore(sameDayIn(month, state.selectedDate), state.today)
  return ask({ ...state, month, selectedDate, isPagedAway: true })
}

function moveDay(state: CalendarState, date: string, isChosen: boolean): CalendarState {
  const floor = isChosen ? state.today : firstDayOf(monthOf(state.today))
  const selectedDate = notBefore(date, floor)
  const month = monthOf(selectedDate)
  const moved = { ...state, selectedDate, ...(isChosen && { selectedDay: selectedDate, isPagedAway: false }) }
  return isSameMonth(month, state.month) ? moved : ask({ ...moved, month })
}

/** Another experience opens where its next free day is; without one, the month stays. */
function chooseExperience(state: CalendarState, id: number | null): CalendarState {
  const changed = { ...state, experienceId: id, showFull: startsFull(state, id) }
  if (id === null) return ask(changed)
  const { selectedDay, today } = state
  const selectedDate = initialDate({ urlDate: null, selectedDay, nextAvailableDate: nextAvailable(state, id), today })
  return ask({ ...changed, selectedDate, month: monthOf(selectedDate) })
}

/** Midnight at the operator: nothing that is known begins on the right day any more. */
function turnDay(state: CalendarState, today: string): CalendarState {
  if (today <= state.today) return state
  const selectedDate = notBefore(state.selectedDate, today)
  const selectedDay = state.selectedDay !== null && state.selectedDay < today ? null : state.selectedDay
  const month = firstDayOf(state.month) < firstDayOf(monthOf(today)) ? monthOf(today) : state.month
  return ask({ ...state, today, selectedDate, selectedDay, month, answers: {} })
}

export function calendarReducer(state: CalendarState, event: CalendarEvent): CalendarState {
  switch (event.type) {
    case 'paged':
      return page(state, event.count)
    case 'dayMoved':
      return moveDay(state, event.date, event.isChosen)
    case 'dayChosen':
      return { ...state, selectedDay: event.date, selectedDate: event.date, isPagedAway: false }
    case 'experienceChosen':
      return chooseExperience(state, event.id)
    case 'fullToggled':
      return ask({ ...state, showFull: event.showFull })
    case 'refreshed':
      return ask(state)
    case 'received':
      return event.requestId === state.requestId ? show(state, event.dates) : state
    case 'failed':
      if (event.requestId !== state.requestId) return state
      return { ...state, status: state.status === 'ready' ? 'ready' : 'error', error: event.error }
    case 'fetchedAhead':
      return { ...state, answers: { ...state.answers, [event.key]: event.dates } }
    case 'dayTurned':
      return turnDay(state, event.today)
    case 'described':
      return ask({ ...state, experiences: event.experiences, answers: {} })
  }
}
