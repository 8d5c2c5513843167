import { useEffect, useMemo, useReducer, useState } from 'react'
import { isDayAvailable, type Viewer } from '../availability'
import { monthText } from '../dates'
import { isFramed, onHostMessage, tellHost } from '../host'
import { weeksOf } from '../month'
import { tripBuilderUrl } from '../query'
import { useCalendar, type CalendarUi } from './context'
import { DayBar } from './day-bar'
import { Failure } from './failure'
import { Footer } from './footer'
import { Grid } from './grid'
import { Header } from './header'
import { calendarReducer, initialState, type CalendarState } from './state'
import { useRange } from './use-range'

function start(ui: CalendarUi): CalendarState {
  const { settings, experiences, init, today } = ui
  const experience = settings.experience === null ? undefined : experiences.get(settings.experience)
  return initialState({
    urlDate: settings.date,
    selectedDay: null,
    nextAvailableDate: experience?.next_available_date ?? null,
    today,
    experienceId: experience?.id ?? null,
    showFull: init.isAuthenticated && (experience?.is_allow_manual_overbooking ?? false),
  })
}

/** Opens the trip builder: in the host's dialog when framed, else as the next page. */
function openTripBuilder(ui: CalendarUi, experience: number | null, date: string | null): void {
  const { showDetail, calendarId, theme } = ui.settings
  const url = tripBuilderUrl({ showDetail, language: ui.language, experience, date, theme }, location.origin)
  if (isFramed()) tellHost({ type: 'showModal', url, calendar_id: calendarId })
  else location.assign(url)
}

function useCalendarState(ui: CalendarUi) {
  const [state, dispatch] = useReducer(calendarReducer, ui, start)
  const viewer: Viewer = useMemo(
    () => ({ isAuthenticated: ui.init.isAuthenticated, showFull: state.showFull, experiences: ui.experiences }),
    [ui.init.isAuthenticated, ui.experiences, state.showFull],
  )
  useRange(state, dispatch, ui, viewer)
  useEffect(
    () => onHostMessage((message) => message.type === 'modalClosed' && dispatch({ type: 'refreshed' })),
    [],
  )
  return { state, dispatch, viewer }
}

export type CalendarModel = ReturnType<typeof useCalendarState> & {
  experienceName: string | null
  /** Opens the booking modal for a day; without an experience, the agenda of that day. */
  open: (experience: number | null, date: string | null) => void
}

/** Scripts of the page learn by event when the calendar asks and when it has its answer. */
function useStateEvents(status: CalendarState['status']): void {
  useEffect(() => void window.dispatchEvent(new CustomEvent('outfitter:calendar', { detail: status })), [status])
}

function LiveMonth({ state, viewer }: Pick<CalendarModel, 'state' | 'viewer'>) {
  const { t, locale, today } = useCalendar()
  const month = monthText(state.month, locale)
  const cells = weeksOf(state.month, today).flat()
  const free = cells.filter(
    (cell) => !cell.isBlank && !cell.isPast && isDayAvailable(state.dates[cell.formattedDate] ?? [], viewer),
  )
  return (
    <p className="visually-hidden" role="status" aria-live="polite">
      {state.status === 'ready' ? t('monthReady', { month, n: free.length }) : t('loading')}
    </p>
  )
}

/** What a day offers when it is one experience: nobody should have to choose among one. */
function onlyExperience(entries: CalendarState['dates'][string], viewer: CalendarModel['viewer']): number | null {
  const free = entries.filter((entry) => isDayAvailable([entry], viewer))
  return free.length === 1 ? (free[0]?.experience_id ?? null) : null
}

export function Calendar() {
  const ui = useCalendar()
  const [isOpening, setOpening] = useState(false)
  const { state, dispatch, viewer } = useCalendarState(ui)
  useStateEvents(state.status)
  const experienceName = state.experienceId === null ? null : (ui.experiences.get(state.experienceId)?.name ?? null)
  const open = (experience: number | null, date: string | null): void => {
    if (!isFramed()) setOpening(true)
    openTripBuilder(ui, experience ?? onlyExperience(date === null ? [] : (state.dates[date] ?? []), viewer), date)
  }
  const model: CalendarModel = { state, dispatch, viewer, experienceName, open }
  return (
    <main className={ui.settings.isCompact ? 'calendar compact' : 'calendar full'} aria-busy={isOpening}>
      <Header model={model} />
      {state.status === 'error' ? (
        <Failure error={state.error} t={ui.t} onRetry={() => dispatch({ type: 'refreshed' })} />
      ) : (
        <Grid model={model} />
      )}
      <DayBar model={model} />
      <Footer model={model} />
      <LiveMonth state={state} viewer={viewer} />
    </main>
  )
}
