'use client'
import { parseTime, type Time } from '@internationalized/date'
import { DateInput, DateSegment, Label, TimeField as AriaTimeField } from 'react-aria-components'
import { AriaNotes } from './aria-notes'
import { cx } from './cx'
import { boxClass, segmentClass } from './date-field'
import { labelClass } from './input-class'

type Props = {
  label: string
  isLabelHidden?: boolean
  value: string | null
  onChange: (time: string | null) => void
  hint?: string
  error?: string
  isDisabled?: boolean
}

/** A time of day ("09:00") in the reader's 12 or 24 hours. */
export function TimeField({ label, isLabelHidden, value, onChange, hint, error, isDisabled }: Props) {
  return (
    <AriaTimeField
      value={value ? parseTime(value) : null}
      onChange={(time) => onChange(time ? (time as Time).toString().slice(0, 5) : null)}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className="flex flex-col gap-1.5"
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <DateInput className={cx(boxClass, 'px-3')}>
        {(segment) => <DateSegment segment={segment} className={segmentClass} />}
      </DateInput>
      <AriaNotes hint={hint} error={error} />
    </AriaTimeField>
  )
}
