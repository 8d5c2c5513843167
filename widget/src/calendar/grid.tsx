import type { KeyboardEvent, ReactElement } from 'react'
import { weekdayNames } from '../dates'
import { usualCount } from '../availability'
import { weeksOf, type Cell } from '../month'
import { DayCell, type DayProps } from './cell'
import type { Model } from './model'
import { cursorOf } from './opening'

function WeekdayRow({ locale }: { locale: string }) {
  const long = weekdayNames(locale, 'long')
  const narrow = weekdayNames(locale, 'narrow')
  return (
    <thead role="rowgroup">
      <tr role="row">
        {weekdayNames(locale, 'short').map((name, index) => (
          <th role="columnheader" scope="col" key={name} abbr={long[index]} aria-label={long[index]}>
            <span className="wide-only">{name.toLocaleUpperCase(locale)}</span>
            <span className="narrow-only">{narrow[index]}</span>
          </th>
        ))}
      </tr>
    </thead>
  )
}

const drawn = new Map<string, { props: DayProps; element: ReactElement }>()
const isSame = (a: DayProps, b: DayProps): boolean => (Object.keys(a) as (keyof DayProps)[]).every((name) => a[name] === b[name])

/** A day looks as it did as long as it is given the same: choosing one of them draws two anew, not all. */
function dayOf(key: string, props: DayProps): ReactElement {
  const before = drawn.get(key)
  if (before && isSame(before.props, props)) return before.element
  if (drawn.size > 80) drawn.clear()
  const element = <DayCell key={key} {...props} />
  drawn.set(key, { props, element })
  return element
}

const NONE: never[] = []
const OURS = /^(Arrow|Page|Home|End)/
/** The month as a grid: one tab stop, arrow keys inside. */
export function Grid({ model }: { model: Model }) {
  const { ui, state, choose, pressKey } = model
  const cursor = cursorOf(state)
  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (!(event.target as HTMLElement).matches('[role=gridcell]') || event.altKey || event.ctrlKey || event.metaKey) return
    if (!OURS.test(event.key)) return
    event.preventDefault()
    pressKey(event.key)
  }
  const { isAuthenticated, showFull, experiences, experienceId } = state
  const isLoading = state.status === 'loading'
  const usual = usualCount(state.dates)
  const weeks = weeksOf(state.month, state.today)
  const dayProps = (cell: Extract<Cell, { isBlank: false }>): DayProps => ({
    ...{ ui, isAuthenticated, showFull, experiences, experienceId, isLoading, usual, choose },
    ...{ date: cell.formattedDate, day: cell.day, isToday: cell.isToday, isPast: cell.isPast },
    entries: state.dates[cell.formattedDate] ?? NONE,
    isSelected: state.selectedDay === cell.formattedDate,
    isCursor: cell.formattedDate === cursor,
    isFocused: model.isCursorFocused && cell.formattedDate === cursor,
  })
  return (
    <table className="grid" role="grid" aria-labelledby="month" onKeyDown={onKeyDown}>
      <WeekdayRow locale={ui.locale} />
      <tbody role="rowgroup" className={weeks.length > 5 ? 'six' : undefined} aria-busy={isLoading}>
        {weeks.map((week) => (
          <tr role="row" key={week[0]!.key + week[6]!.key}>
            {week.map((cell) =>
              cell.isBlank ? (
                <td role="gridcell" key={cell.key} className="day blank" aria-hidden="true" />
              ) : (
                dayOf(cell.key, dayProps(cell))
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
