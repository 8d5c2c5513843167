import { isDayAvailable } from '../availability'
import { longDate } from '../dates'
import { Arrow } from '../arrow'
import { addDays } from '../month'
import { Footer } from './footer'
import { Grid } from './grid'
import { Header, MonthBar } from './header'
import { experienceOf, type Model } from './model'
import { freeDayCnt, viewerOf } from './opening'

function DayArrow({ model: { ui, state, dispatch }, count }: { model: Model; count: 1 | -1 }) {
  const date = addDays(state.selectedDate, count)
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={ui.t(count < 0 ? 'previousDay' : 'nextDay')}
      disabled={count < 0 && state.selectedDate <= state.today}
      onClick={() => dispatch({ type: 'dayMoved', date, isChosen: true })}
    >
      <Arrow to={count < 0 ? 'back' : 'on'} />
    </button>
  )
}

/** Below the grid: the chosen day or the prompt, between the day's arrows. */
function DayBar({ model, isEmpty }: { model: Model; isEmpty: boolean }) {
  const { ui, state, late, open } = model
  const { t, locale, settings } = ui
  const day = state.selectedDay
  const isPrompted = day === null && !isEmpty && state.status === 'ready' && settings.isPrompting
  return (
    <div className="day-bar">
      <DayArrow model={model} count={-1} />
      <p className={day ? 'chosen-day' : 'prompt'} aria-live="polite">
        {day ? longDate(day, locale) : isPrompted && t('chooseDay')}
      </p>
      <DayArrow model={model} count={1} />
      {day && !settings.isRebooking && (
        <button
          type="button"
          className="button"
          disabled={!isDayAvailable(state.dates[day] ?? [], viewerOf(state))}
          onClick={() => open(state.experienceId, day)}
        >
          {t('seeTimes')}
        </button>
      )}
      {day && settings.isRebooking && late && <late.Departures key={day} model={model} day={day} />}
    </div>
  )
}

export function Calendar({ model }: { model: Model }) {
  const { ui, state, late, isLeaving, dispatch } = model
  const { isCompact, isRebooking, isPreview } = ui.settings
  const freeCnt = freeDayCnt(state)
  const isEmpty = freeCnt === 0
  const isReady = state.status === 'ready'
  const kind = `calendar ${isCompact ? 'compact' : 'full'} ${experienceOf(state) ? 'one' : 'all'}${isRebooking ? ' rebooking' : ''}`
  return (
    <main className={kind} aria-label={ui.t('calendar')} aria-busy={isLeaving}>
      <Header model={model} />
      <div className="book">
        <MonthBar model={model} />
        <div className="grid-area">
          {late && state.status === 'error' ? (
            <late.Failure error={state.error} t={ui.t} onRetry={() => dispatch({ type: 'refreshed' })} />
          ) : (
            <Grid model={model} />
          )}
          {late && isReady && isEmpty && !isPreview && !state.error && <late.EmptyMonth model={model} />}
          {late && isReady && state.error ? <late.Stale model={model} /> : null}
        </div>
        <DayBar model={model} isEmpty={isEmpty} />
      </div>
      <Footer model={model} />
      <p className="visually-hidden" role="status">
        {late && <late.MonthStatus model={model} />}
      </p>
    </main>
  )
}
