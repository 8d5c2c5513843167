import type { KeyboardEvent } from 'react'
import { cellClasses, dayAvailability, dayButtons, dayState, UNLIMITED_CNT } from '../availability'
import { dayText, longDate } from '../dates'
import type { Cell } from '../month'
import { dayPrice, priceText } from '../price'
import type { DateEntry } from '../types'
import type { CalendarModel } from './calendar'
import { activityLabel, useCalendar, type CalendarUi } from './context'

type Filled = Extract<Cell, { isBlank: false }>

type Props = {
  cell: Cell
  entries: readonly DateEntry[]
  model: CalendarModel
  isCursor: boolean
  onChoose: ((date: string) => void) | null
}

function priceOf(cell: Filled, entries: readonly DateEntry[], { init, locale }: CalendarUi): string | null {
  if (cell.isPast || !init.properties.is_show_prices_on_calendar) return null
  return priceText(dayPrice(entries), init.properties.currency, locale)
}

/** What a screen reader says for a day: date, price and availability. */
function labelOf(cell: Filled, { entries, model }: Props, price: string | null, ui: CalendarUi): string {
  const parts = [longDate(cell.formattedDate, ui.locale)]
  if (cell.isToday) parts.push(ui.t('today'))
  if (model.state.status === 'ready') parts.push(ui.t(dayState(cell, entries, model.viewer)))
  if (price) parts.push(ui.t('priceFrom', { price: price.replace('+', '') }))
  return parts.join(', ')
}

function Buttons({ cell, entries, model, isCursor }: Props & { cell: Filled }) {
  const ui = useCalendar()
  const { state, viewer, dispatch, open } = model
  const buttons = dayButtons(cell, entries, viewer, state.experienceId)
  if (ui.settings.isCompact || buttons.kind === 'none') return null
  const button = (key: number, text: string, experience: number | null) => (
    <button
      type="button"
      key={key}
      className="shop"
      tabIndex={isCursor ? 0 : -1}
      title={text}
      aria-label={`${text}, ${longDate(cell.formattedDate, ui.locale)}`}
      onClick={(event) => {
        event.stopPropagation()
        dispatch({ type: 'dayChosen', date: cell.formattedDate })
        open(experience, cell.formattedDate)
      }}
    >
      <span className="shop-text">{text}</span>
    </button>
  )
  if (buttons.kind === 'choose') return button(0, ui.t('choose'), state.experienceId)
  if (buttons.kind === 'each') {
    return <>{buttons.entries.map(({ experience: { id, name } }) => button(id, name, id))}</>
  }
  const label = activityLabel(ui, 'plural')
  const shop = { n: buttons.count, ...(label && { label }) }
  return button(0, ui.t(label ? 'shopCountLabel' : 'shopCount', shop), null)
}

function Seats({ entries, model }: Pick<Props, 'entries' | 'model'>) {
  const { t, init } = useCalendar()
  const count = dayAvailability(entries, model.viewer)
  if (!init.isAuthenticated || entries.length === 0 || count >= UNLIMITED_CNT) return null
  return <span className="seats">{t('seats', { n: count })}</span>
}

/** One day: number, price, and in full format its buttons. */
export function DayCell(props: Props) {
  const ui = useCalendar()
  const { cell, entries, model, isCursor, onChoose } = props
  const { state, viewer } = model
  if (cell.isBlank) return <td role="gridcell" className="day blank" aria-hidden="true" />
  const date = cell.formattedDate
  const isSelected = state.selectedDay === date
  const price = priceOf(cell, entries, ui)
  const choose = onChoose && (() => onChoose(date))
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    choose?.()
  }
  return (
    <td
      role="gridcell"
      className={cellClasses(cell, entries, viewer, isSelected) + (choose ? ' choosable' : '')}
      data-date={date}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isSelected}
      aria-disabled={!choose}
      aria-current={cell.isToday ? 'date' : undefined}
      aria-label={labelOf(cell, props, price, ui)}
      onClick={choose ?? undefined}
      onKeyDown={onKeyDown}
    >
      <div className="day-inner">
        <span className="day-number">{dayText(cell.day, ui.locale)}</span>
        {state.status === 'loading' && !cell.isPast && <span className="bone" />}
        {price && <span className="price">{price}</span>}
        <Seats entries={entries} model={model} />
        <span className="shops">
          <Buttons {...props} cell={cell} />
        </span>
      </div>
    </td>
  )
}
