import { isDayAvailable } from '../availability'
import { longDate, mediumDate, monthText } from '../dates'
import { addDays, isSameMonth, monthOf, weeksOf } from '../month'
import type { CalendarModel } from './calendar'
import { useCalendar } from './context'
import { Arrow } from '../icons'

/** A month in which nothing can be bought says so, and shows the way to the next free day. */
function EmptyMonth({ model }: { model: CalendarModel }) {
  const { t, locale, experiences, today } = useCalendar()
  const { state, experienceName, dispatch } = model
  const month = monthText(state.month, locale)
  const next = state.experienceId === null ? null : experiences.get(state.experienceId)?.next_available_date
  return (
    <div className="empty">
      <p>{experienceName ? t('emptyMonthFor', { name: experienceName, month }) : t('emptyMonth', { month })}</p>
      {next && !isSameMonth(monthOf(next), state.month) && (
        <button
          type="button"
          className="button quiet"
          onClick={() => dispatch({ type: 'dayMoved', date: next, today, isChosen: true })}
        >
          {t('nextFree', { date: mediumDate(next, locale) })}
        </button>
      )}
    </div>
  )
}

function ChosenDay({ model, day }: { model: CalendarModel; day: string }) {
  const { t, locale, today } = useCalendar()
  const { state, dispatch, open } = model
  const move = (count: number) => () =>
    dispatch({ type: 'dayMoved', date: addDays(state.selectedDate, count), today, isChosen: true })
  return (
    <div className="chosen">
      <button
        type="button"
        className="icon-button"
        aria-label={t('previousDay')}
        disabled={state.selectedDate <= today}
        onClick={move(-1)}
      >
        <Arrow to="back" />
      </button>
      <p className="chosen-day" aria-live="polite">
        {longDate(day, locale)}
      </p>
      <button type="button" className="icon-button" aria-label={t('nextDay')} onClick={move(1)}>
        <Arrow to="on" />
      </button>
      <button
        type="button"
        className="button"
        disabled={!isDayAvailable(state.dates[day] ?? [], model.viewer)}
        onClick={() => open(state.experienceId, day)}
      >
        {t('seeTimes')}
      </button>
    </div>
  )
}

/** Below the grid: the prompt, the chosen day with its controls, or why the month is empty. */
export function DayBar({ model }: { model: CalendarModel }) {
  const { t, settings, today } = useCalendar()
  const { state, viewer } = model
  const isEmpty = !weeksOf(state.month, today)
    .flat()
    .some((cell) => !cell.isBlank && !cell.isPast && isDayAvailable(state.dates[cell.formattedDate] ?? [], viewer))
  const isReady = state.status === 'ready'
  const chosen = state.selectedDay
  const isChosenShown = chosen !== null && isSameMonth(monthOf(chosen), state.month)
  return (
    <div className="day-bar">
      {isReady && isEmpty && !settings.isPreview && <EmptyMonth model={model} />}
      {isChosenShown && !(isReady && isEmpty) && <ChosenDay model={model} day={chosen} />}
      {isReady && !isEmpty && !isChosenShown && settings.isPrompting && (
        <p className="prompt">{t('chooseDay')}</p>
      )}
    </div>
  )
}
