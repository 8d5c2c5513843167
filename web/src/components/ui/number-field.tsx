'use client'
import type { Ref } from 'react'
import { Input, Label, NumberField as AriaNumberField, type NumberFieldProps as AriaProps } from 'react-aria-components'
import { cx } from './cx'
import { FieldNotes, inputClass, labelClass } from './field'

export type NumberFieldProps = Omit<AriaProps, 'className' | 'children' | 'value' | 'onChange'> & {
  label: string
  isLabelHidden?: boolean
  value: number | null
  onChange: (value: number | null) => void
  hint?: string
  error?: string
  placeholder?: string
  className?: string
  inputRef?: Ref<HTMLInputElement>
}

/** A number as the reader writes it; null while the field is empty. */
export function NumberField({
  label,
  isLabelHidden,
  value,
  onChange,
  hint,
  error,
  placeholder,
  className,
  inputRef,
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      value={value ?? NaN}
      onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
      isInvalid={!!error}
      className={cx('flex flex-col gap-1.5', className)}
    >
      <Label className={isLabelHidden ? 'sr-only' : labelClass}>{label}</Label>
      <Input ref={inputRef} placeholder={placeholder} className={cx(inputClass, 'tabular-nums')} />
      <FieldNotes hint={hint} error={error} />
    </AriaNumberField>
  )
}
