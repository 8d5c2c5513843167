'use client'
import { currencyDigits, toMajor, toMinor } from '@/lib/money'
import { NumberField, type NumberFieldProps } from './number-field'

type Props = Omit<NumberFieldProps, 'formatOptions' | 'step'> & { currency: string }

/** An amount of money in minor units, typed and shown in the currency's own form. */
export function MoneyField({ currency, value, onChange, ...rest }: Props) {
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
