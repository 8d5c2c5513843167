'use client'
import { type CalendarDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  Button as AriaButton,
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  Heading,
} from 'react-aria-components'
import { cx } from './cx'

type CalendarProps = {
  label: string
  today: CalendarDate
  value: CalendarDate
  min?: CalendarDate
  onChange: (day: CalendarDate) => void
  autoFocus?: boolean
}

const arrow = 'grid size-9 place-items-center rounded-md text-soft hover:bg-sunken pointer-coarse:size-11'

/** Arrows, weekdays and days of a calendar (or of a range of days) around it. */
export function MonthGrid({ today }: { today: CalendarDate }) {
  return (
    <>
      <header className="flex items-center justify-between pb-2">
        <AriaButton slot="previous" className={arrow}>
          <ChevronLeft aria-hidden className="size-5 rtl:rotate-180" />
        </AriaButton>
        <Heading className="text-sm font-semibold capitalize" />
        <AriaButton slot="next" className={arrow}>
          <ChevronRight aria-hidden className="size-5 rtl:rotate-180" />
        </AriaButton>
      </header>
      <CalendarGrid weekdayStyle="short">
        <CalendarGridHeader>
          {(day) => <CalendarHeaderCell className="pb-1 text-xs font-medium text-faint">{day}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(day) => (
            <CalendarCell
              date={day}
              className={cx(
                'grid size-9 cursor-default place-items-center rounded-md text-sm tabular-nums outline-offset-0 pointer-coarse:size-11',
                'hover:bg-sunken data-disabled:text-faint/50 data-unavailable:line-through data-outside-month:invisible data-selected:bg-accent data-selected:text-on-accent',
                day.compare(today) === 0 && 'font-bold text-accent data-selected:text-on-accent',
              )}
            />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </>
  )
}

/** One month to choose a day from. */
export function MonthCalendar({ label, today, value, min, onChange, autoFocus }: CalendarProps) {
  return (
    <Calendar
      aria-label={label}
      autoFocus={autoFocus}
      value={value}
      minValue={min}
      onChange={(day) => onChange(day as CalendarDate)}
      className="w-fit p-3"
    >
      <MonthGrid today={today} />
    </Calendar>
  )
}
