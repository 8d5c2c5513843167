'use client'
import { cx } from './cx'
import { FieldNotes, labelClass } from './field'
import type { Key, Option } from './option-types'
import { useNotes } from './use-notes'

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

const dotClass =
  'mt-px size-5 shrink-0 appearance-none rounded-full border border-line-strong bg-surface ' +
  'aria-invalid:border-bad-fill checked:border-6 checked:border-accent forced-colors:appearance-auto'

/** One choice out of a few that are all worth reading. */
export function RadioGroup<K extends Key>({ label, isLabelHidden, options, value, onChange, ...rest }: Props<K>) {
  const { hint, error, isDisabled, className } = rest
  const ids = useNotes(hint, error)
  return (
    <div
      role="radiogroup"
      aria-labelledby={ids.label}
      aria-describedby={ids.control['aria-describedby']}
      aria-invalid={ids.control['aria-invalid']}
      className={cx('flex flex-col gap-1', className)}
    >
      <span id={ids.label} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </span>
      {options.map((option) => (
        <label
          key={option.id}
          className={cx('flex min-h-10 items-start gap-3 py-2 pointer-coarse:min-h-11', isDisabled && 'opacity-60')}
        >
          <input
            type="radio"
            name={ids.id}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
            disabled={isDisabled}
            aria-invalid={ids.control['aria-invalid']}
            className={dotClass}
          />
          <span>
            <bdi>{option.name}</bdi>
            {option.note && <span className="block text-sm text-faint">{option.note}</span>}
          </span>
        </label>
      ))}
      <FieldNotes id={ids.notes} hint={hint} error={error} />
    </div>
  )
}
