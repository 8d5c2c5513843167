/** The calendar as it opens, and what can be read from its state. */
import { isBookableDay, isDayAvailable, type Viewer } from '../availability'
import { firstDayOf, isDate, isSameMonth, monthOf, weeksOf, type Month } from '../month'
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
export const startsFull = ({ isAuthenticated, experiences }: Facts, id: number | null): boolean =>
  isAuthenticated && id !== null && (experiences.get(id)?.is_allow_manual_overbooking ?? false)

export const nextAvailable = ({ experiences }: Facts, id: number | null): string | null =>
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
export function show(state: CalendarState, dates: Dates): CalendarState {
  const answers = { ...state.answers, [keyOf(state)]: dates }
  const ready: CalendarState = { ...state, status: 'ready', dates, answers, error: null }
  const isShown = isChosenShown(state)
  const isLost = isShown && !isDayAvailable(dates[state.selectedDay!] ?? [], viewerOf(state))
  if (!isLost && !(state.isPagedAway && state.isCompact && !isShown)) return ready
  const found = firstBookableDay(state, dates)
  return { ...ready, selectedDay: found, selectedDate: found ?? state.selectedDate }
}

/** The day that is the grid's tab stop. */
export const cursorOf = ({ selectedDate, month }: CalendarState): string =>
  isSameMonth(monthOf(selectedDate), month) ? selectedDate : firstDayOf(month)
