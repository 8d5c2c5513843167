import { monthText } from '../dates'
import { canPageBack } from '../month'
import type { CalendarModel } from './calendar'
import { useCalendar } from './context'
import { Arrow } from '../icons'

/** Headings and the month with its arrows. */
export function Header({ model }: { model: CalendarModel }) {
  const { t, locale, today, settings, init } = useCalendar()
  const { state, dispatch, experienceName } = model
  const isInviting = settings.isCompact || !init.isAuthenticated
  return (
    <header className="header">
      {!settings.isCompact && experienceName && <h1 className="title">{t('shopFor', { name: experienceName })}</h1>}
      {isInviting && <h2 className="invitation">{t('chooseYourDate')}</h2>}
      <div className="month-bar">
        <button
          type="button"
          className="icon-button"
          aria-label={t('previousMonth')}
          disabled={!canPageBack(state.month, today)}
          onClick={() => dispatch({ type: 'paged', count: -1, today })}
        >
          <Arrow to="back" />
        </button>
        <h3 className="month" id="month">
          {monthText(state.month, locale)}
        </h3>
        <button
          type="button"
          className="icon-button"
          aria-label={t('nextMonth')}
          onClick={() => dispatch({ type: 'paged', count: 1, today })}
        >
          <Arrow to="on" />
        </button>
      </div>
    </header>
  )
}
