'use client'
import { parseDate } from '@internationalized/date'
import { CalendarDays } from 'lucide-react'
import { DateField as AriaDateField, DateInput, DateSegment, Label } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { AriaNotes } from './aria-notes'
import { DayPopover } from './day-popover'
import { labelClass } from './input-class'
import { Press } from './press'

export const boxClass =
  'flex min-h-11 items-center rounded-md border border-line-strong bg-surface tabular-nums focus-within:border-accent ' +
  'focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent data-invalid:border-bad-fill data-disabled:opacity-60'
export const segmentClass =
  'min-h-6 min-w-6 rounded px-0.5 text-center leading-6 outline-none data-[type=literal]:min-w-0 data-focused:bg-accent data-focused:text-on-accent data-placeholder:text-faint'

type DateProps = {
  label: string
  value: string | null
  today: string
  min?: string
  onChange: (day: string | null) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

/** A day (YYYY-MM-DD) typed in the reader's order or chosen from a month. */
export function DateField({ label, value, today, min, onChange, hint, error, isDisabled }: DateProps) {
  const t = useTranslations('common')
  const name = t('calendarOf', { label })
  return (
    <AriaDateField
      value={value ? parseDate(value) : null}
      minValue={min ? parseDate(min) : undefined}
      onChange={(day) => onChange(day ? day.toString() : null)}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className="flex flex-col gap-1.5"
    >
      <Label className={labelClass}>{label}</Label>
      <div className={boxClass} data-invalid={error ? true : undefined} data-disabled={isDisabled || undefined}>
        <DateInput className="flex grow px-3">
          {(segment) => <DateSegment segment={segment} className={segmentClass} />}
        </DateInput>
        <DayPopover label={name} value={value ?? today} today={today} min={min} onChange={onChange}>
          <Press
            aria-label={name}
            isDisabled={isDisabled}
            className="-my-px grid size-11 place-items-center text-faint hover:text-ink"
          >
            <CalendarDays aria-hidden className="size-4" />
          </Press>
        </DayPopover>
      </div>
      <AriaNotes hint={hint} error={error} />
    </AriaDateField>
  )
}
