'use client'
import type { Ref } from 'react'
import { Input, Label, NumberField as AriaNumberField, type NumberFieldProps } from 'react-aria-components'
import { currencyDigits, toMajor, toMinor } from '@/lib/money'
import { cx } from './cx'
import { FieldNotes, inputClass, labelClass } from './field'

type Props = Omit<NumberFieldProps, 'className' | 'children' | 'value' | 'onChange'> & {
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
}: Props) {
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

type MoneyProps = Omit<Props, 'formatOptions' | 'step'> & { currency: string }

/** An amount of money in minor units, typed and shown in the currency's own form. */
export function MoneyField({ currency, value, onChange, ...rest }: MoneyProps) {
  return (
    <NumberField
      {...rest}
      value={value === null ? null : toMajor(value, currency)}
      onChange={(major) => onChange(major === null ? null : toMinor(major, currency))}
      step={10 ** -currencyDigits(currency)}
      formatOptions={{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' }}
    />
  )
}
