import { postKept } from '../../api'
import { isDayAvailable, type Viewer } from '../../availability'
import { dayText, longDate, monthText, weekdayNames } from '../../dates'
import { Arrow } from '../../icons'
import { addDays, monthOf, weekdayOf } from '../../month'
import type { RangeAnswer } from '../../types'
import { useBuilder, useLoad } from '../context'
import { fitsParty, partyCnt } from '../party'

export const STRIP_DAYS = 7

/** The seven days in which a date is shown: blocks that start today and never move under the finger. */
export function stripStart(date: string, today: string): string {
  const distance = Math.round((Date.parse(date) - Date.parse(today)) / 86_400_000)
  return addDays(today, Math.floor(Math.max(0, distance) / STRIP_DAYS) * STRIP_DAYS)
}

let requestId = 0

/** Seven days to choose from, with those that have room marked. */
export function WeekStrip() {
  const { t, state, locale, today, init, purchase } = useBuilder()
  const { date, experienceId, party } = state
  const first = stripStart(date, today)
  const days = Array.from({ length: STRIP_DAYS }, (_, index) => addDays(first, index))
  const path = `/api/experiences/getInDateRange/${first}/${days.at(-1)}${experienceId === null ? '' : `/${experienceId}`}`
  const hasParty = partyCnt(party) > 0
  const { data } = useLoad(path + String(hasParty), () =>
    postKept<RangeAnswer>(path, { requestId: ++requestId, isAuthenticated: init.isAuthenticated, showPrices: hasParty }),
  )
  const viewer: Viewer = {
    isAuthenticated: init.isAuthenticated,
    showFull: false,
    experiences: new Map(init.experiences.map((experience) => [experience.id, experience])),
  }
  const names = weekdayNames(locale, 'short')
  const choose = (chosen: string) => purchase.store.dispatch({ type: 'dateChosen', date: chosen })
  return (
    <div className="week" role="group" aria-label={t('dayPicker')}>
      <div className="week-bar">
        <button type="button" className="icon-button" aria-label={t('earlierDays')} disabled={first <= today} onClick={() => choose(addDays(first, -STRIP_DAYS))}>
          <Arrow to="back" />
        </button>
        <span className="week-month">{monthText(monthOf(date), locale)}</span>
        <button type="button" className="icon-button" aria-label={t('laterDays')} onClick={() => choose(addDays(first, STRIP_DAYS))}>
          <Arrow to="on" />
        </button>
      </div>
      <div className="week-days">
        {days.map((day) => {
          const entries = (data?.dates[day] ?? []).filter((entry) => !hasParty || fitsParty(entry, party, viewer))
          const isFree = data ? isDayAvailable(entries, viewer) : null
          const spoken = isFree === null ? '' : `, ${t(isFree ? 'dayFree' : 'dayNotFree')}`
          return (
            <button
              type="button"
              key={day}
              className={isFree === false ? 'week-day none' : 'week-day'}
              aria-pressed={day === date}
              aria-label={longDate(day, locale) + spoken}
              onClick={() => choose(day)}
            >
              <span className="week-name">{names[weekdayOf(day)]}</span>
              <span className="week-number">{dayText(Number(day.slice(8)), locale)}</span>
              <span className={isFree ? 'week-dot free' : 'week-dot'} />
            </button>
          )
        })}
      </div>
    </div>
  )
}
