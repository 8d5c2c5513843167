'use client'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Checkbox } from '@/components/ui/checkbox'
import { ComboBox } from '@/components/ui/combo-box'
import { DateField } from '@/components/ui/date-field'
import { TextField } from '@/components/ui/field'
import { MultiSelect } from '@/components/ui/multi-select'
import { NumberField } from '@/components/ui/number-field'
import { Select } from '@/components/ui/select'
import { countries } from '@/lib/countries'
import { dayIn } from '@/lib/dates'
import type { Answers } from '../../answers'
import { useTrip } from '../../trip-context'
import type { FieldValue } from '../../types'
import { FileInput } from './file-input'

type Props = { fields: readonly FieldValue[]; value: Answers; onChange: (answers: Answers) => void; error?: string }

/** The operator's own questions, each with the control that suits its answer. */
export function FieldInputs({ fields, value, onChange, error }: Props) {
  const t = useTranslations('trip')
  if (fields.length === 0) return null
  return (
    <fieldset className="space-y-4 border-t pt-4">
      <legend className="sr-only">{t('questions')}</legend>
      {fields.map((field) => (
        <Input
          key={field.custom_field_id}
          field={field}
          value={value[field.custom_field_id] ?? null}
          onChange={(answer) => onChange({ ...value, [field.custom_field_id]: answer })}
        />
      ))}
      {error && <p className="text-sm text-bad">{error}</p>}
    </fieldset>
  )
}

type InputProps = { field: FieldValue; value: unknown; onChange: (answer: unknown) => void }

const textTypes = { phone: 'tel', email: 'email' } as const

function Input({ field, value, onChange }: InputProps) {
  const options = field.options.map((one) => ({ id: one, name: one }))
  const text = typeof value === 'string' ? value : ''
  const asked = { label: field.label, hint: field.help_text }
  switch (field.kind) {
    case 'checkbox':
      return (
        <Checkbox isSelected={value === true} onChange={onChange}>
          {field.label}
        </Checkbox>
      )
    case 'number':
    case 'height':
    case 'weight':
      return <NumberField {...asked} value={typeof value === 'number' ? value : null} onChange={onChange} step={0.01} />
    case 'select':
      return <Select {...asked} options={options} value={text || null} onChange={onChange} />
    case 'multiselect':
      return <MultiSelect {...asked} options={options} value={Array.isArray(value) ? value : []} onChange={onChange} />
    case 'date':
      return <DayInput field={field} value={text || null} onChange={onChange} />
    case 'country':
      return <CountryInput field={field} value={text || null} onChange={onChange} />
    case 'file':
      return <FileInput field={field} value={value} onChange={onChange} />
    default:
      return (
        <TextField
          {...asked}
          type={textTypes[field.kind as keyof typeof textTypes]}
          rows={field.kind === 'textarea' ? 3 : undefined}
          value={text}
          onChange={(typed) => onChange(typed || null)}
          autoComplete="off"
          maxLength={2000}
        />
      )
  }
}

function DayInput({ field, value, onChange }: InputProps & { value: string | null }) {
  const today = dayIn(useTrip().zone)
  return <DateField label={field.label} hint={field.help_text} value={value} today={today} onChange={onChange} />
}

function CountryInput({ field, value, onChange }: InputProps & { value: string | null }) {
  const locale = useLocale()
  const options = useMemo(() => countries(locale), [locale])
  return <ComboBox label={field.label} hint={field.help_text} options={options} value={value} onChange={onChange} />
}
