import { lastDayOf, rangeStart } from '../month'
import type { Dates } from '../types'
import type { CalendarState } from './opening'

export type Asked = Pick<CalendarState, 'month' | 'today' | 'experienceId' | 'showFull'>

export function rangePath({ month, today, experienceId }: Asked): string {
  const path = `/api/experiences/getInDateRange/${rangeStart(month, today)}/${lastDayOf(month)}`
  return experienceId === null ? path : `${path}/${experienceId}`
}

/** Days of experiences that are shown; only live ones are. */
export function liveDates(dates: Dates, experiences: CalendarState['experiences']): Dates {
  const live = Object.entries(dates).map(([date, entries]) => [date, entries.filter(({ experience_id }) => experiences.has(experience_id))])
  return Object.fromEntries(live) as Dates
}
