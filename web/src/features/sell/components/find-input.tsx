'use client'
import { Search } from 'lucide-react'
import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { cx } from '@/components/ui/cx'
import { inputClass, labelClass } from '@/components/ui/input-class'

type Props = {
  label: string
  isLabelHidden?: boolean
  placeholder?: string
  value: string
  onChange: (text: string) => void
  onKeyDown: (event: KeyboardEvent) => void
  onBlur?: () => void
  /** The id of the list below, and of the line in it that is meant. */
  list: string
  active?: string
  isOpen: boolean
  autoFocus?: boolean
  after?: ReactNode
}

/** A field over a list that stands open below it; the field keeps the focus. */
export function FindInput({ label, isLabelHidden, value, onChange, list, active, isOpen, after, ...rest }: Props) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : labelClass}>
        {label}
      </label>
      <div className="relative">
        <Search aria-hidden className="pointer-events-none absolute start-3 top-3.5 size-4 text-faint" />
        <input
          {...rest}
          id={id}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          aria-activedescendant={isOpen ? active : undefined}
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cx(inputClass, 'ps-10')}
        />
        {after}
      </div>
    </div>
  )
}
