import type { KeyboardEvent, MouseEvent } from 'react'
import { canChooseDay, cellClasses, dayAvailability, dayButtons, dayState, isEntryAvailable, isSoldOut, UNLIMITED_CNT, type Viewer } from '../availability'
import { dayText, longDate } from '../dates'
import type { Cell } from '../month'
import { breakable, dayPrice, priceText } from '../price'
import type { DateEntry } from '../types'
import { activityLabel, type CalendarUi, type Model } from './model'

/** All that a day is drawn from, flat: it is drawn anew when one of these changes. */
export type DayProps = Viewer & {
  ui: CalendarUi
  experienceId: number | null
  isLoading: boolean
  date: string
  day: number
  isToday: boolean
  isPast: boolean
  entries: readonly DateEntry[]
  /** How many experiences most days have: said of the others alone. */
  usual: number | undefined
  isSelected: boolean
  isCursor: boolean
  isFocused: boolean
  choose: Model['choose']
}

const cellOf = ({ date, day, isToday, isPast }: DayProps): Cell => ({ isBlank: false, key: date, formattedDate: date, day, isToday, isPast })

/** What differs from day to day, for visitors and staff. */
type Facts = { price: string | null; whose: string | null | undefined; few: string | null; isGone: boolean }

/** Staff see how many seats are left; without a limit there is nothing to count. */
function seatsText(props: DayProps): string | null {
  const count = dayAvailability(props.entries, props)
  return props.entries.length > 0 && count < UNLIMITED_CNT ? props.ui.t('seats', { n: count }) : null
}

/** Visitors are told how few are left of one experience: seats of several add up to nothing. */
const fewText = ({ entries: [entry, ...others], ui }: DayProps): string | null =>
  entry?.few_left && !others[0] ? ui.t('fewLeft', { n: entry.few_left }) : null

/** Prices where they are shown, and never on past days; what cannot be formatted is hidden. */
function factsOf(props: DayProps): Facts {
  const { isPast, isAuthenticated, entries, experiences, ui } = props
  const { currency, is_show_prices_on_calendar: isPriced } = ui.init.properties
  const isGone = !isPast && !isAuthenticated && isSoldOut(entries, props)
  const least = isPriced && !isPast && !isGone ? dayPrice(entries) : null
  return {
    isGone,
    price: priceText(least, currency, ui.locale),
    whose: least && experiences.get(least.experienceId!)?.min_price_for,
    few: isAuthenticated ? seatsText(props) : fewText(props),
  }
}

/** What a screen reader says for a day: date, price and availability. */
function labelOf(props: DayProps, { price, whose, few, isGone }: Facts): string {
  const { ui, date, isToday, isLoading, entries } = props
  return [
    longDate(date, ui.locale),
    isToday && ui.t('today'),
    !isLoading && ui.t(isGone ? 'soldOut' : dayState(cellOf(props), entries, props)),
    price && ui.t('priceFrom', { price: price.replace('+', '') }),
    whose,
    few,
  ]
    .filter(Boolean)
    .join(', ')
}

type ButtonProps = { props: DayProps; text: string; experience: number | null; color?: string | null | undefined; isDisabled?: boolean; isUsual?: boolean }

function ShopButton({ props, text, experience, color, isDisabled = false, isUsual }: ButtonProps) {
  const { ui, date, isCursor } = props
  const label = [text, longDate(date, ui.locale), isDisabled && ui.t('soldOut')].filter(Boolean).join(', ')
  const onClick = (event: MouseEvent): void => {
    event.stopPropagation()
    props.choose(date, experience)
  }
  return (
    <button type="button" className={isUsual ? 'shop usual' : 'shop'} tabIndex={isCursor ? 0 : -1} disabled={isDisabled} title={text} aria-label={label} onClick={onClick}>
      {color && <svg className="dot" color={color} />}
      <span className="shop-text" dir="auto">{text}</span>
    </button>
  )
}

function Buttons({ props }: { props: DayProps }) {
  const { ui, entries, experienceId, experiences, usual } = props
  const buttons = dayButtons(cellOf(props), entries, props, experienceId)
  switch (buttons.kind) {
    case 'none':
      return null
    case 'choose':
      return <ShopButton props={props} text={ui.t('choose')} experience={experienceId} isUsual />
    case 'shop': {
      const label = activityLabel(ui, 'plural')
      const values = { n: buttons.count, ...(label && { label }) }
      return <ShopButton props={props} text={ui.t(label ? 'shopCountLabel' : 'shopCount', values)} experience={null} isUsual={buttons.count === usual} />
    }
    case 'each':
      return buttons.entries.map((entry) => {
        const { id, name } = entry.experience
        const color = experiences.get(id)?.color
        return <ShopButton key={id} props={props} text={name} experience={id} color={color} isDisabled={!isEntryAvailable(entry, props)} />
      })
  }
}

/** A day of another month stands in the page only after it was drawn. */
const takeFocus = (element: HTMLElement | null): void => queueMicrotask(() => element?.focus())

/** One day: number, price, and in full format its buttons. */
export function DayCell(props: DayProps) {
  const { ui, date, entries, isLoading, isPast, isSelected, isCursor, experienceId } = props
  const cell = cellOf(props)
  const facts = factsOf(props)
  const { price, whose, few, isGone } = facts
  const onChoose = canChooseDay(cell, entries, experienceId) ? () => props.choose(date, experienceId) : undefined
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    onChoose?.()
  }
  return (
    <td
      role="gridcell"
      ref={props.isFocused ? takeFocus : null}
      className={cellClasses(cell, entries, props, isSelected) + (onChoose ? ' choosable' : '')}
      data-date={date}
      tabIndex={isCursor ? 0 : -1}
      aria-selected={isSelected}
      aria-disabled={!onChoose}
      aria-current={cell.isBlank || !cell.isToday ? undefined : 'date'}
      aria-label={labelOf(props, facts)}
      onClick={onChoose}
      onKeyDown={onKeyDown}
    >
      <div className="day-inner">
        <span className="day-number">{dayText(props.day, ui.locale)}</span>
        {isLoading && !isPast && <span className="bone" />}
        {price && (
          <span className="price">
            {whose && experienceId === null && <bdi className="wide-only">{whose}</bdi>}
            <span>{breakable(price)}</span>
          </span>
        )}
        {(few || isGone) && <span className={few ? 'few' : 'gone'}>{few || ui.t('soldOut')}</span>}
        {!ui.settings.isCompact && (
          <span className="shops">
            <Buttons props={props} />
          </span>
        )}
      </div>
    </td>
  )
}
