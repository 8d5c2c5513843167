'use client'
import { Checkbox } from './checkbox'
import { cx } from './cx'
import { FieldNotes, labelClass } from './field'
import type { Option } from './option-types'
import { useNotes } from './use-notes'

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
  const ids = useNotes(hint, error)
  const choose = (id: string, isSelected: boolean) =>
    onChange(isSelected ? [...value, id] : value.filter((one) => one !== id))
  return (
    <div
      role="group"
      aria-labelledby={ids.label}
      aria-describedby={ids.control['aria-describedby']}
      className={cx('flex flex-col gap-1', className)}
    >
      <span id={ids.label} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </span>
      <div className={isInline ? 'flex flex-wrap gap-x-6' : 'flex flex-col'}>
        {options.map((option) => (
          <Checkbox
            key={option.id}
            isSelected={value.includes(option.id)}
            onChange={(isSelected) => choose(option.id, isSelected)}
            isDisabled={isDisabled}
            isInvalid={!!error}
          >
            <bdi>{option.name}</bdi>
            {option.note && <span className="block text-sm text-faint">{option.note}</span>}
          </Checkbox>
        ))}
      </div>
      <FieldNotes id={ids.notes} hint={hint} error={error} />
    </div>
  )
}
