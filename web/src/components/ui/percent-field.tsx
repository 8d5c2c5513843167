'use client'
import { NumberField, type NumberFieldProps } from './number-field'

type Props = Omit<NumberFieldProps, 'formatOptions' | 'step' | 'minValue' | 'maxValue'> & {
  /** In parts per million, as the value. */
  min?: number
  max?: number
}

const PPM = 1_000_000

/** A share in parts per million (150000), typed and shown in per cent (15 %), up to four decimals. */
export function PercentField({ value, onChange, min = 0, max, ...rest }: Props) {
  return (
    <NumberField
      {...rest}
      value={value === null ? null : value / PPM}
      onChange={(share) => onChange(share === null ? null : Math.round(share * PPM))}
      minValue={min / PPM}
      maxValue={max === undefined ? undefined : max / PPM}
      step={1 / PPM}
      formatOptions={{ style: 'percent', maximumFractionDigits: 4 }}
    />
  )
}
