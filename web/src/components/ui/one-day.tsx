'use client'
import { parseDate } from '@internationalized/date'
import { MonthCalendar } from './month-calendar'

type Props = { label: string; value: string; today: string; min?: string; onChange: (day: string) => void }

/** A month with days as text; a file of its own, so that it can be loaded late. */
export default function OneDay({ label, value, today, min, onChange }: Props) {
  return (
    <MonthCalendar
      autoFocus
      label={label}
      value={parseDate(value)}
      today={parseDate(today)}
      min={min ? parseDate(min) : undefined}
      onChange={(day) => onChange(day.toString())}
    />
  )
}
