import { useEffect, type Dispatch } from 'react'
import { postKept, type Numbered } from '../api'
import type { Viewer } from '../availability'
import { lastDayOf, rangeStart } from '../month'
import type { RangeAnswer } from '../types'
import type { CalendarUi } from './context'
import type { CalendarEvent, CalendarState } from './state'

export function rangePath(firstDay: string, lastDay: string, experienceId: number | null): string {
  const path = `/api/experiences/getInDateRange/${firstDay}/${lastDay}`
  return experienceId === null ? path : `${path}/${experienceId}`
}

/** The body of a range call; optional fields appear only when they say something. */
export function rangeBody(state: CalendarState, ui: CalendarUi): Numbered & Record<string, unknown> {
  const { init, settings } = ui
  return {
    isAuthenticated: init.isAuthenticated,
    requestId: state.requestId,
    showPrices: init.properties.is_show_prices_on_calendar,
    ...(init.isAuthenticated && state.showFull && { showFull: true }),
    ...(settings.category && { category: Number(settings.category) }),
    ...(settings.reseller && { reseller: Number(settings.reseller) }),
  }
}

/** Asks for the shown month whenever the state says that it needs an answer. */
export function useRange(state: CalendarState, dispatch: Dispatch<CalendarEvent>, ui: CalendarUi, viewer: Viewer): void {
  const { requestId } = state
  useEffect(() => {
    const { today, settings } = ui
    const answered = { requestId, viewer, today, isCompact: settings.isCompact }
    if (settings.isPreview) return dispatch({ type: 'received', dates: {}, ...answered })
    const path = rangePath(rangeStart(state.month, today), lastDayOf(state.month), state.experienceId)
    postKept<RangeAnswer>(path, rangeBody(state, ui)).then(
      (answer) => dispatch({ type: 'received', dates: answer.dates, ...answered, requestId: answer.requestId }),
      (error: unknown) => dispatch({ type: 'failed', requestId, error }),
    )
    // The request id changes exactly when something was asked; the rest is read as it was then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [requestId])
}
