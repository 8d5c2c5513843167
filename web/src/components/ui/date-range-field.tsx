'use client'
import { parseDate, type DateValue } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import {
  Button,
  DateInput,
  DateRangePicker,
  DateSegment,
  Dialog,
  Group,
  Label,
  Popover,
  RangeCalendar,
} from 'react-aria-components'
import { AriaNotes } from './aria-notes'
import { boxClass, segmentClass } from './date-field'
import { MonthGrid } from './month-calendar'
import { labelClass } from './input-class'
import { keepKeys } from './keep-keys'
import { popoverClass } from './popover'

export type DateRange = { start: string; end: string }

type Props = {
  label: string
  isLabelHidden?: boolean
  value: DateRange | null
  onChange: (range: DateRange | null) => void
  today: string
  min?: string
  max?: string
  hint?: string
  error?: string
  isDisabled?: boolean
}

const day = (text: string | undefined) => (text ? parseDate(text) : undefined)

/** First and last day (YYYY-MM-DD, both included), typed or chosen from a month. */
export function DateRangeField({ label, isLabelHidden, value, onChange, today, min, max, ...rest }: Props) {
  const { hint, error, isDisabled } = rest
  return (
    <DateRangePicker<DateValue>
      value={value ? { start: parseDate(value.start), end: parseDate(value.end) } : null}
      onChange={(range) => onChange(range ? { start: range.start.toString(), end: range.end.toString() } : null)}
      minValue={day(min)}
      maxValue={day(max)}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className="flex flex-col gap-1.5"
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <RangeBox />
      <AriaNotes hint={hint} error={error} />
      <Popover className={popoverClass}>
        <Dialog ref={keepKeys} aria-label={label} className="outline-none">
          <RangeCalendar aria-label={label} className="w-fit p-3">
            <MonthGrid today={parseDate(today)} />
          </RangeCalendar>
        </Dialog>
      </Popover>
    </DateRangePicker>
  )
}

function RangeBox() {
  return (
    <Group className={boxClass}>
      <div className="flex grow flex-wrap items-center gap-x-1.5 px-3 py-1">
        <DateInput slot="start" className="flex">
          {(segment) => <DateSegment segment={segment} className={segmentClass} />}
        </DateInput>
        <span aria-hidden className="text-faint">
          –
        </span>
        <DateInput slot="end" className="flex">
          {(segment) => <DateSegment segment={segment} className={segmentClass} />}
        </DateInput>
      </div>
      <Button className="grid size-11 place-items-center text-faint hover:text-ink">
        <CalendarDays aria-hidden className="size-4" />
      </Button>
    </Group>
  )
}
