import { monthText } from '../dates'
import { canPageBack } from '../month'
import type { CalendarModel } from './calendar'
import { useCalendar } from './context'
import { Arrow } from '../icons'

/** Headings and the month with its arrows. */
export function Header({ model }: { model: CalendarModel }) {
  const { t, locale, today, settings, init } = useCalendar()
  const { state, dispatch, experienceName } = model
  const hasTitle = !settings.isCompact && experienceName !== null
  const Invitation = hasTitle ? 'p' : 'h1'
  const isInviting = settings.isCompact || !init.isAuthenticated
  return (
    <header className="header">
      {hasTitle && <h1 className="title">{t('shopFor', { name: experienceName })}</h1>}
      {isInviting && <Invitation className="invitation">{t('chooseYourDate')}</Invitation>}
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
        <h2 className="month" id="month">
          {monthText(state.month, locale)}
        </h2>
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
