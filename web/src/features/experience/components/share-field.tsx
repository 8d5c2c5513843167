'use client'
import { useField } from '@/components/form-fields'
import { NumberField } from '@/components/ui/number-field'

const PPM = 1_000_000

/** A share that may also be below zero, typed in per cent and kept in parts per million. */
export function ShareField({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<number | null>(name)
  return (
    <NumberField
      label={label}
      isLabelHidden
      value={value === null ? null : value / PPM}
      onChange={(share) => onChange(share === null ? null : Math.round(share * PPM))}
      minValue={-1}
      maxValue={10}
      step={0.0001}
      formatOptions={{ style: 'percent', maximumFractionDigits: 4 }}
      error={error}
    />
  )
}
