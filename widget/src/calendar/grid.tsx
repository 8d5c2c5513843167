import { useEffect, useRef, type KeyboardEvent } from 'react'
import { canChooseDay } from '../availability'
import { weekdayNames } from '../dates'
import { firstDayOf, isSameMonth, monthOf, weeksOf, type Cell } from '../month'
import type { CalendarModel } from './calendar'
import { DayCell } from './cell'
import { useCalendar } from './context'
import { dateForKey } from './state'

function WeekdayRow() {
  const { locale } = useCalendar()
  const long = weekdayNames(locale, 'long')
  const narrow = weekdayNames(locale, 'narrow')
  return (
    <thead>
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

/** Puts the focus where the cursor went, but only when a key moved it. */
function useFocusOnMove(selectedDate: string) {
  const table = useRef<HTMLTableElement>(null)
  const isMoved = useRef(false)
  useEffect(() => {
    if (!isMoved.current) return
    isMoved.current = false
    table.current?.querySelector<HTMLElement>(`[data-date="${selectedDate}"]`)?.focus()
  }, [selectedDate])
  return { table, isMoved }
}

const isOver = (week: readonly Cell[]): boolean => week.every((cell) => cell.isBlank || cell.isPast)

/** With more activities than this most days have one button for all of them, and need no room for three. */
const MIXED_UP_TO = 6

/** The month as a grid: one tab stop, arrow keys inside. */
export function Grid({ model }: { model: CalendarModel }) {
  const { today, isRightToLeft, settings, experiences } = useCalendar()
  const { state, dispatch, open } = model
  const { table, isMoved } = useFocusOnMove(state.selectedDate)
  const isShown = isSameMonth(monthOf(state.selectedDate), state.month)
  const isMixed = !settings.isCompact && state.experienceId === null && experiences.size <= MIXED_UP_TO
  const cursor = isShown ? state.selectedDate : firstDayOf(state.month)

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>): void => {
    if (!(event.target as HTMLElement).matches('[role=gridcell]')) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const date = dateForKey(event.key, cursor, isRightToLeft)
    if (!date) return
    event.preventDefault()
    isMoved.current = true
    dispatch({ type: 'dayMoved', date, today, isChosen: false })
  }

  const choose = (date: string): void => {
    dispatch({ type: 'dayChosen', date })
    open(state.experienceId, date)
  }

  return (
    <table className={isMixed ? 'grid all' : 'grid'} role="grid" aria-labelledby="month" ref={table} onKeyDown={onKeyDown}>
      <WeekdayRow />
      <tbody aria-busy={state.status === 'loading'}>
        {weeksOf(state.month, today).map((week) => (
          <tr role="row" key={week[0]!.key + week[6]!.key} className={isOver(week) ? 'past-week' : undefined}>
            {week.map((cell) => {
              const entries = cell.isBlank ? [] : (state.dates[cell.formattedDate] ?? [])
              const canChoose = canChooseDay(cell, entries, state.experienceId)
              return (
                <DayCell
                  key={cell.key}
                  cell={cell}
                  entries={entries}
                  model={model}
                  isCursor={!cell.isBlank && cell.formattedDate === cursor}
                  onChoose={canChoose ? choose : null}
                />
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
