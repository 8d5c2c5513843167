import { isBookableDay, isDayAvailable, type Viewer } from '../availability'
import { addMonths, canPageBack, firstDayOf, isDate, isSameMonth, monthOf, sameDayIn, weeksOf, type Month } from '../month'
import type { Dates, Experience } from '../types'

/** What holds while the calendar is open, but for midnight and another language. */
export type Facts = {
  today: string
  isCompact: boolean
  isAuthenticated: boolean
  /** The live ones. */
  experiences: ReadonlyMap<number, Experience>
}

export type CalendarState = Facts & {
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
  /** Months that are known, by what was asked: the visitor's own and those fetched ahead. */
  answers: Readonly<Record<string, Dates>>
  /** Why the latest request failed; what was known before is still shown. */
  error: unknown
}

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

/** Sold-out display starts on for staff who may sell more than there is. */
const startsFull = ({ isAuthenticated, experiences }: Facts, id: number | null): boolean =>
  isAuthenticated && id !== null && (experiences.get(id)?.is_allow_manual_overbooking ?? false)

const nextAvailable = ({ experiences }: Facts, id: number | null): string | null =>
  (id !== null && experiences.get(id)?.next_available_date) || null

export function initialState(facts: Facts, asked: { urlDate: string | null; experience: number | null }): CalendarState {
  const { urlDate } = asked
  const { today } = facts
  const experienceId = asked.experience !== null && facts.experiences.has(asked.experience) ? asked.experience : null
  const selectedDate = initialDate({ urlDate, selectedDay: null, nextAvailableDate: nextAvailable(facts, experienceId), today })
  return {
    ...facts,
    month: monthOf(selectedDate),
    selectedDate,
    selectedDay: isDate(urlDate) && urlDate >= today ? urlDate : null,
    experienceId,
    showFull: startsFull(facts, experienceId),
    isPagedAway: false,
    requestId: 1,
    status: 'loading',
    dates: {},
    answers: {},
    error: null,
  }
}

export const viewerOf = ({ isAuthenticated, showFull, experiences }: CalendarState): Viewer => ({ isAuthenticated, showFull, experiences })

/** What a month was asked for: its answer is another one when any of these is. */
export const keyOf = ({ month, experienceId, showFull }: Pick<CalendarState, 'month' | 'experienceId' | 'showFull'>): string =>
  `${firstDayOf(month)}/${experienceId ?? ''}/${showFull}`

/** The first day of the shown month that can be booked. */
export function firstBookableDay(state: CalendarState, dates: Dates): string | null {
  for (const cell of weeksOf(state.month, state.today).flat()) {
    if (!cell.isBlank && isBookableDay(cell, dates[cell.formattedDate] ?? [], viewerOf(state))) return cell.formattedDate
  }
  return null
}

/** How many days of the shown month have something to buy; a month without any is empty. */
export const freeDayCnt = (state: CalendarState): number =>
  weeksOf(state.month, state.today)
    .flat()
    .filter((cell) => !cell.isBlank && !cell.isPast && isDayAvailable(state.dates[cell.formattedDate] ?? [], viewerOf(state))).length

export const isChosenShown = ({ selectedDay, month }: CalendarState): boolean =>
  selectedDay !== null && isSameMonth(monthOf(selectedDay), month)

/** Shows a month; the chosen day is chosen again when it is gone, and in compact format after paging. */
function show(state: CalendarState, dates: Dates): CalendarState {
  const answers = { ...state.answers, [keyOf(state)]: dates }
  const ready: CalendarState = { ...state, status: 'ready', dates, answers, error: null }
  const isShown = isChosenShown(state)
  const isLost = isShown && !isDayAvailable(dates[state.selectedDay!] ?? [], viewerOf(state))
  if (!isLost && !(state.isPagedAway && state.isCompact && !isShown)) return ready
  const found = firstBookableDay(state, dates)
  return { ...ready, selectedDay: found, selectedDate: found ?? state.selectedDate }
}

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
