/** What stands above the grid when there is something to say about the month. */
import { monthText } from '../../dates'
import { mediumDate } from '../../times'
import { isSameMonth, monthOf } from '../../month'
import { experienceOf, type Model } from '../model'
import { failureKey } from './failure'

/** A month in which nothing can be bought says so, and shows the way to the next free day. */
export function EmptyMonth({ model: { ui, state, dispatch } }: { model: Model }) {
  const experience = experienceOf(state)
  const { t, locale } = ui
  const month = monthText(state.month, locale)
  const next = experience?.next_available_date
  return (
    <div className="note empty">
      <p>{experience ? t('emptyMonthFor', { name: experience.name, month }) : t('emptyMonth', { month })}</p>
      {next && !isSameMonth(monthOf(next), state.month) && (
        <button type="button" className="button quiet" onClick={() => dispatch({ type: 'dayMoved', date: next, isChosen: true })}>
          {t('nextFree', { date: mediumDate(next, locale) })}
        </button>
      )}
    </div>
  )
}

/** The latest request failed, and the month that was known is still shown. */
export function Stale({ model: { ui, state, dispatch } }: { model: Model }) {
  return (
    <div className="note stale" role="alert">
      <p>{ui.t(failureKey(state.error))}</p>
      <button type="button" className="button quiet" onClick={() => dispatch({ type: 'refreshed' })}>
        {ui.t('retry')}
      </button>
    </div>
  )
}
