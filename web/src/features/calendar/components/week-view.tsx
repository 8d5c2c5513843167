'use client'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { useCellKeys } from '@/components/schedule/use-cell-keys'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { weekdayName } from '../days'
import { totalsOf, type Departure } from '../model'
import type { Calendar } from '../use-calendar'
import type { Words } from '../words'
import { Card } from './departure-parts'

const nothing: Departure[] = []

/** Seven days side by side, each with its departures in time order. */
export function WeekView({ calendar, words }: { calendar: Calendar; words: Words }) {
  const t = useTranslations('calendar')
  const { box, onFocus, onKeyDown } = useCellKeys()
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('weekGrid')}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      className="calendar-box overflow-auto rounded-xl border bg-line"
    >
      <div role="row" className="sticky top-0 z-[5] grid min-w-3xl grid-cols-7 gap-px border-b">
        {calendar.days.map((day, column) => (
          <DayHead key={day} calendar={calendar} day={day} cell={`0:${column}`} />
        ))}
      </div>
      <div role="row" className="grid min-w-3xl grid-cols-7 gap-px">
        {calendar.days.map((day, column) => (
          <Column key={day} cell={`1:${column}`} departures={calendar.byDay.get(day) ?? nothing} words={words} />
        ))}
      </div>
    </div>
  )
}

/** The head of a day's column: its name leads to the day. */
export function DayHead({ calendar, day, cell }: { calendar: Calendar; day: string; cell: string }) {
  const t = useTranslations('calendar')
  const format = useFormat()
  const { departures, pax } = totalsOf(calendar.byDay.get(day) ?? nothing)
  const isToday = day === calendar.today
  const guests = t('countGuests', { count: pax })
  return (
    <div role="columnheader" data-cell={cell} className="bg-surface px-2 py-1.5">
      <AppLink
        to="calendar"
        params={{}}
        query={calendar.addressOf({ view: 'day', date: day })}
        prefetch={false}
        data-stop={day === calendar.date ? 'start' : ''}
        tabIndex={-1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={[format.day(day), t('countDepartures', { count: departures }), guests].join(', ')}
        className={cx('block rounded-md px-1 text-sm font-semibold hover:bg-sunken', isToday && 'text-accent')}
      >
        {weekdayName(day, format.locale, 'short')} {format.number(Number(day.slice(8)))}
      </AppLink>
      <p aria-hidden className="truncate px-1 text-xs text-faint tabular-nums">
        {departures > 0 ? guests : '–'}
      </p>
    </div>
  )
}

type ColumnProps = { cell: string; departures: Departure[]; words: Words }

const Column = memo(function Column({ cell, departures, words }: ColumnProps) {
  return (
    <div role="gridcell" data-cell={cell} className="flex min-h-96 min-w-0 flex-col gap-1.5 bg-surface p-1.5">
      {departures.map((departure) => (
        <div key={departure.slot.id} className="[contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
          <Card departure={departure} words={words} />
        </div>
      ))}
    </div>
  )
})
