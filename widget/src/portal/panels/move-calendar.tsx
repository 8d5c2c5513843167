import { Arrow } from '../../icons'
import { dayText, longDate, monthText, weekdayNames } from '../../dates'
import { canPageBack, weeksOf, type Cell, type Month } from '../../month'
import { formatMoney } from '../../money'
import { signed } from '../model'
import type { MoveDay } from '../types'
import type { PortalUi } from '../ui'

type Props = {
  ui: PortalUi
  month: Month
  /** The operator's day. */
  today: string
  /** Null while it is on its way. */
  days: readonly MoveDay[] | null
  chosen: string | null
  onMonth: (step: -1 | 1) => void
  onChoose: (date: string) => void
}

/** What moving to a day costs at least, as it fits into a cell; nothing where it costs the same. */
function leastOf(ui: PortalUi, { timeslots }: MoveDay): string {
  const differences = timeslots.flatMap(({ is_bookable, difference }) => (is_bookable && difference !== null ? [difference] : []))
  const short = (minor: number): string => formatMoney(minor, ui.portal.trip.currency, ui.locale, { isShort: true })
  return differences.length > 0 ? signed(Math.min(...differences), short) : ''
}

const isOpen = (day: MoveDay | undefined): boolean => day !== undefined && day.timeslots.some(({ is_bookable, is_current }) => is_bookable && !is_current)

function Day({ ui, cell, day, isChosen, onChoose }: { ui: PortalUi; cell: Extract<Cell, { isBlank: false }>; day: MoveDay | undefined; isChosen: boolean; onChoose: Props['onChoose'] }) {
  const { locale, t } = ui
  const isCurrent = day?.timeslots.some(({ is_current }) => is_current) ?? false
  const number = dayText(cell.day, locale)
  if (!isOpen(day)) return <span className={isCurrent ? 'day current' : 'day'}>{number}</span>
  const difference = leastOf(ui, day!)
  const said = [longDate(cell.formattedDate, locale), difference, isCurrent && t('yourDay')].filter(Boolean).join(', ')
  return (
    <button type="button" className={isCurrent ? 'day open current' : 'day open'} aria-label={said} aria-pressed={isChosen} onClick={() => onChoose(cell.formattedDate)}>
      {number}
      {difference && <small>{difference}</small>}
    </button>
  )
}

/** A month of days to move to: those with a departure that has room can be chosen. */
export function MoveCalendar({ ui, month, today, days, chosen, onMonth, onChoose }: Props) {
  const { t, locale } = ui
  const byDate = new Map(days?.map((day) => [day.date, day]))
  const long = weekdayNames(locale, 'long')
  return (
    <div className="move-month" aria-busy={days === null}>
      <div className="move-head">
        <button type="button" className="icon-button" aria-label={t('monthBefore')} disabled={!canPageBack(month, today)} onClick={() => onMonth(-1)}>
          <Arrow to="back" />
        </button>
        <h3 aria-live="polite">{monthText(month, locale)}</h3>
        <button type="button" className="icon-button" aria-label={t('monthAfter')} onClick={() => onMonth(1)}>
          <Arrow to="on" />
        </button>
      </div>
      <table>
        <thead>
          <tr>
            {weekdayNames(locale, 'short').map((name, place) => (
              <th key={place} scope="col" abbr={long[place]}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, today).map((week, place) => (
            <tr key={place}>
              {week.map((cell) => (
                <td key={cell.key}>
                  {!cell.isBlank && <Day ui={ui} cell={cell} day={byDate.get(cell.formattedDate)} isChosen={chosen === cell.formattedDate} onChoose={onChoose} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
