'use client'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useCellKeys } from '@/components/schedule/use-cell-keys'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { weekdayName, weeksOf } from '../days'
import { earliest, totalsOf, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Words } from '../words'
import { Chip } from './departure-parts'

const SHOWN = 4
const nothing: Departure[] = []

/** A month in whole weeks; a day with more departures than fit shows its earliest and says how many more. */
export function MonthView({ calendar, words }: { calendar: Calendar; words: Words }) {
  const t = useTranslations('calendar')
  const { box, onFocus, onKeyDown } = useCellKeys()
  const weeks = weeksOf(calendar.days)
  const month = calendar.date.slice(0, 7)
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('monthGrid')}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className="overflow-hidden rounded-xl border bg-line"
    >
      <Weekdays week={weeks[0] ?? []} />
      {weeks.map((week, row) => (
        <div key={week[0]} role="row" className="grid grid-cols-7 gap-px pt-px">
          {week.map((day, column) => (
            <Cell
              key={day}
              cell={`${row}:${column}`}
              day={day}
              isOutside={!day.startsWith(month)}
              isToday={day === calendar.today}
              isStart={day === calendar.date}
              query={calendar.addressOf({ view: 'day', date: day })}
              departures={calendar.byDay.get(day) ?? nothing}
              words={words}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

function Weekdays({ week }: { week: string[] }) {
  const { locale } = useFormat()
  return (
    <div role="row" className="grid grid-cols-7 gap-px">
      {week.map((day) => (
        <div
          key={day}
          role="columnheader"
          aria-label={weekdayName(day, locale, 'long')}
          className="bg-surface px-2 py-1.5 text-xs font-medium text-soft"
        >
          {weekdayName(day, locale, 'short')}
        </div>
      ))}
    </div>
  )
}

type CellProps = {
  cell: string
  day: string
  isOutside: boolean
  isToday: boolean
  isStart: boolean
  query: string
  departures: Departure[]
  words: Words
}

const Cell = memo(function Cell(props: CellProps) {
  const t = useTranslations('calendar')
  const { cell, isOutside, query, departures, words } = props
  // One line more is as high as the line that would say "+1 more".
  const shown = earliest(departures, departures.length <= SHOWN + 1 ? SHOWN + 1 : SHOWN)
  const more = departures.length - shown.length
  return (
    <div
      role="gridcell"
      data-cell={cell}
      className={cx('flex min-h-36 min-w-0 flex-col gap-1 p-1.5', isOutside ? 'bg-canvas' : 'bg-surface')}
    >
      <CellHead {...props} />
      {shown.map((departure) => (
        <Chip key={departure.slot.id} departure={departure} words={words} />
      ))}
      {more > 0 && (
        <AppLink
          to="calendar"
          params={{}}
          query={query}
          prefetch={false}
          data-stop=""
          tabIndex={-1}
          className="h-6 rounded-md px-2 text-xs leading-6 font-medium text-accent hover:bg-sunken"
        >
          {t('more', { count: more })}
        </AppLink>
      )}
    </div>
  )
})

/** The day's number, which leads to the day, and how many come. */
function CellHead({ day, isOutside, isToday, isStart, query, departures }: CellProps) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const { departures: count, pax, flagged } = totalsOf(departures)
  const label = [
    format.day(day),
    t('countDepartures', { count }),
    t('countGuests', { count: pax }),
    flagged > 0 ? t('countFlagged', { count: flagged }) : '',
  ]
  return (
    <div className="flex items-center justify-between gap-1">
      <AppLink
        to="calendar"
        params={{}}
        query={query}
        prefetch={false}
        data-stop={isStart ? 'start' : ''}
        tabIndex={-1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={label.filter(Boolean).join(', ')}
        className={cx(
          'grid h-6 min-w-6 place-items-center rounded-full px-1 text-sm font-medium tabular-nums hover:bg-sunken',
          isToday && 'bg-accent text-on-accent hover:bg-accent-strong',
          isOutside && !isToday && 'text-faint',
        )}
      >
        {format.number(Number(day.slice(8)))}
      </AppLink>
      {pax > 0 && (
        <span aria-hidden className="truncate text-xs text-faint tabular-nums">
          {t('countGuests', { count: pax })}
        </span>
      )}
    </div>
  )
}
