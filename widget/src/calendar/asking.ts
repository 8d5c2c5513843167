import { postKept, type Numbered } from '../api'
import { lastDayOf, rangeStart } from '../month'
import type { Dates, Init, RangeAnswer } from '../types'
import type { CalendarSettings } from './model'
import type { CalendarState } from './state'

export type Asked = Pick<CalendarState, 'month' | 'today' | 'experienceId' | 'showFull'>

export function rangePath({ month, today, experienceId }: Asked): string {
  const path = `/api/experiences/getInDateRange/${rangeStart(month, today)}/${lastDayOf(month)}`
  return experienceId === null ? path : `${path}/${experienceId}`
}

/** The body of a range call; optional fields appear only when they say something. */
export function rangeBody(asked: Asked, requestId: number, init: Init, settings: CalendarSettings): Numbered & Record<string, unknown> {
  return {
    isAuthenticated: init.isAuthenticated,
    requestId,
    showPrices: init.properties.is_show_prices_on_calendar,
    ...(init.isAuthenticated && asked.showFull && { showFull: true }),
    ...(settings.category && { category: Number(settings.category) }),
    ...(settings.reseller && { reseller: Number(settings.reseller) }),
  }
}

export function askRange(asked: Asked, requestId: number, init: Init, settings: CalendarSettings): Promise<RangeAnswer> {
  return postKept<RangeAnswer>(rangePath(asked), rangeBody(asked, requestId, init, settings))
}

/** Days of experiences that are shown; only live ones are. */
export function liveDates(dates: Dates, experiences: CalendarState['experiences']): Dates {
  const live = Object.entries(dates).map(([date, entries]) => [date, entries.filter(({ experience_id }) => experiences.has(experience_id))])
  return Object.fromEntries(live) as Dates
}
