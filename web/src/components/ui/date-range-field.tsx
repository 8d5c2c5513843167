'use client'
import { parseDate, type DateValue } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { useRef } from 'react'
import {
  DateInput,
  DateRangePicker,
  DateSegment,
  DialogContext,
  Group,
  Label,
  PopoverContext,
} from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { AriaNotes } from './aria-notes'
import { boxClass, segmentClass } from './date-field'
import { DaysPopover } from './days-popover'
import { labelClass } from './input-class'
import type { Days } from './month-grid'
import { Press } from './press'

export type DateRange = Days

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
export function DateRangeField(props: Props) {
  const { label, isLabelHidden, value, onChange, min, max, hint, error, isDisabled } = props
  const box = useRef<HTMLDivElement>(null)
  return (
    <DateRangePicker<DateValue>
      value={value ? { start: parseDate(value.start), end: parseDate(value.end) } : null}
      onChange={(range) => onChange(range ? { start: range.start.toString(), end: range.end.toString() } : null)}
      minValue={day(min)}
      maxValue={day(max)}
      isInvalid={!!error}
      isDisabled={isDisabled}
      // Its own window stays closed: the key that opens it (Alt and the arrow down) opens ours.
      isOpen={false}
      onOpenChange={(isOpen) => isOpen && box.current?.querySelector('button')?.click()}
      className="flex flex-col gap-1.5"
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <div
        ref={box}
        className={boxClass}
        data-invalid={error ? true : undefined}
        data-disabled={isDisabled || undefined}
      >
        <Ends />
        <MonthButton {...props} />
      </div>
      <AriaNotes hint={hint} error={error} />
    </DateRangePicker>
  )
}

// The month's button is no part of the group, which takes presses of anything inside it for its own.
function Ends() {
  return (
    <Group className="flex grow flex-wrap items-center gap-x-1.5 px-3 py-1">
      <DateInput slot="start" className="flex">
        {(segment) => <DateSegment segment={segment} className={segmentClass} />}
      </DateInput>
      <span aria-hidden className="text-faint">
        –
      </span>
      <DateInput slot="end" className="flex">
        {(segment) => <DateSegment segment={segment} className={segmentClass} />}
      </DateInput>
    </Group>
  )
}

// What the picker tells windows inside it is meant for its own.
function MonthButton({ label, isDisabled, ...rest }: Props) {
  const t = useTranslations('common')
  const name = t('calendarOf', { label })
  return (
    <PopoverContext value={null}>
      <DialogContext value={null}>
        <DaysPopover {...rest} label={name}>
          <Press
            aria-label={name}
            isDisabled={isDisabled}
            className="-my-px grid size-11 place-items-center text-faint hover:text-ink"
          >
            <CalendarDays aria-hidden className="size-4" />
          </Press>
        </DaysPopover>
      </DialogContext>
    </PopoverContext>
  )
}
