'use client'
import { useState, type ComponentProps, type KeyboardEvent, type Ref } from 'react'
import { numberFormat } from '@/lib/intl'
import { fitNumber, readNumber, type NumberLimits } from '@/lib/number-text'
import { useFormat } from '@/lib/use-format'
import { cx } from './cx'
import { FieldFrame } from './field-frame'
import { inputClass } from './input-class'
import { useNotes } from './use-notes'

export type NumberFieldProps = NumberLimits & {
  label: string
  isLabelHidden?: boolean
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  formatOptions?: Intl.NumberFormatOptions
  isDisabled?: boolean
  autoFocus?: boolean
  name?: string
  hint?: string
  error?: string
  placeholder?: string
  className?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A number as the reader writes it; null while the field is empty. Arrow up and down change it by a step. */
export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden, hint, error, className, inputRef } = props
  const ids = useNotes(hint, error)
  return (
    <FieldFrame {...{ ids, label, isLabelHidden, hint, error, className }}>
      <input
        {...ids.control}
        {...useTyping(props)}
        id={ids.id}
        ref={inputRef}
        type="text"
        name={props.name}
        autoComplete="off"
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        autoFocus={props.autoFocus}
        className={cx(inputClass, 'tabular-nums')}
      />
    </FieldFrame>
  )
}

/** What is being typed stands as it is until the field is left or Enter is pressed: then it is read. */
function useTyping({ value, onChange, onBlur, formatOptions, ...limits }: NumberFieldProps): ComponentProps<'input'> {
  const { locale } = useFormat()
  const [typed, setTyped] = useState<string | null>(null)
  const isPercent = formatOptions?.style === 'percent'
  const read = (text: string) => {
    const number = readNumber(text, locale)
    return number === null ? null : fitNumber(isPercent ? number / 100 : number, limits)
  }
  const put = (next: number | null) => {
    setTyped(null)
    if (next !== value) onChange(next)
  }
  const step = (by: number) => {
    const now = typed === null ? value : read(typed)
    const size = limits.step ?? (isPercent ? 0.01 : 1)
    put(now === null ? (limits.minValue ?? 0) : fitNumber(now + by * size, limits))
  }
  return {
    value: typed ?? (value === null ? '' : numberFormat(locale, formatOptions).format(value)),
    inputMode: (limits.step ?? 1) % 1 || isPercent || formatOptions ? 'decimal' : 'numeric',
    onChange: (event) => setTyped(event.target.value),
    onBlur: () => {
      if (typed !== null) put(read(typed))
      onBlur?.()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && typed !== null) put(read(typed))
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
      event.preventDefault()
      step(event.key === 'ArrowUp' ? 1 : -1)
    },
  }
}
