'use client'
import { CheckboxGroup as AriaCheckboxGroup, Label } from 'react-aria-components'
import { Checkbox } from './checkbox'
import { cx } from './cx'
import { FieldNotes, labelClass } from './field'
import type { Option } from './select'

type Props = {
  label: string
  isLabelHidden?: boolean
  options: Option<string>[]
  value: string[]
  onChange: (value: string[]) => void
  hint?: string
  error?: string
  isDisabled?: boolean
  /** Side by side where there is room: for short names. */
  isInline?: boolean
  className?: string
}

/** Any number of choices out of a few. */
export function CheckboxGroup({ label, isLabelHidden, options, value, onChange, ...rest }: Props) {
  const { hint, error, isDisabled, isInline, className } = rest
  return (
    <AriaCheckboxGroup
      value={value}
      onChange={onChange}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className={cx('flex flex-col gap-1', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <div className={isInline ? 'flex flex-wrap gap-x-6' : 'flex flex-col'}>
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id}>
            {option.name}
            {option.note && <span className="block text-sm text-faint">{option.note}</span>}
          </Checkbox>
        ))}
      </div>
      <FieldNotes hint={hint} error={error} />
    </AriaCheckboxGroup>
  )
}
