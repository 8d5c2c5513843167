'use client'
import type { Key } from 'react-aria-components'
import { Label, Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components'
import { cx } from './cx'
import { FieldNotes, labelClass } from './field'
import type { Option } from './select'

type Props<K extends Key> = {
  label: string
  isLabelHidden?: boolean
  options: Option<K>[]
  value: K | null
  onChange: (value: K) => void
  hint?: string
  error?: string
  isDisabled?: boolean
  className?: string
}

/** One choice out of a few that are all worth reading. */
export function RadioGroup<K extends Key>({ label, isLabelHidden, options, value, onChange, ...rest }: Props<K>) {
  const { hint, error, isDisabled, className } = rest
  return (
    <AriaRadioGroup
      value={value === null ? null : String(value)}
      onChange={(chosen) => {
        const option = options.find((one) => String(one.id) === chosen)
        if (option) onChange(option.id)
      }}
      isInvalid={!!error}
      isDisabled={isDisabled}
      className={cx('flex flex-col gap-1', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      {options.map((option) => (
        <Choice key={option.id} option={option} />
      ))}
      <FieldNotes hint={hint} error={error} />
    </AriaRadioGroup>
  )
}

function Choice<K extends Key>({ option }: { option: Option<K> }) {
  return (
    <Radio
      value={String(option.id)}
      className="group flex min-h-10 items-start gap-3 py-2 data-disabled:opacity-60 pointer-coarse:min-h-11"
    >
      <span
        className={cx(
          'mt-px grid size-5 shrink-0 place-items-center rounded-full border border-line-strong bg-surface',
          'group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-accent',
          'group-data-invalid:border-bad-fill group-data-selected:border-6 group-data-selected:border-accent',
        )}
      />
      <span>
        {option.name}
        {option.note && <span className="block text-sm text-faint">{option.note}</span>}
      </span>
    </Radio>
  )
}
