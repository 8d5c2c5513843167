'use client'
import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormChecks, FormSelect, FormSwitch, FormTags } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { ownValues, type OwnField } from '../own-settings'

type Props = { title: string; text?: string; part: 'settings' | 'credentials' | 'values'; fields: OwnField[] }

/** Fields that a channel's plugin declares, on a card; names and help are the plugin's own. */
export function OwnFields({ title, text, part, fields }: Props) {
  if (fields.length === 0) return null
  return (
    <Card title={title}>
      <div className="space-y-5">
        {text && <p className="text-sm text-soft">{text}</p>}
        <Fields part={part} fields={fields} />
      </div>
    </Card>
  )
}

/** The same within another form. */
export function OwnFieldset({ title, part, fields }: Omit<Props, 'text'>) {
  if (fields.length === 0) return null
  return (
    <fieldset className="space-y-5">
      <legend className="mb-3 text-sm font-medium">{title}</legend>
      <Fields part={part} fields={fields} />
    </fieldset>
  )
}

/** Nothing but the fields. */
export function Fields({ part, fields }: Pick<Props, 'part' | 'fields'>) {
  return fields.map((field) => (
    <Field key={field.name} field={field} name={`${part}.${field.name}`} isSecret={part === 'credentials'} />
  ))
}

function Field({ field, name, isSecret }: { field: OwnField; name: string; isSecret: boolean }) {
  const { label, hint, kind, options } = field
  if (kind === 'rows') return <OwnRows name={name} field={field} />
  const choices = options.map((id) => ({ id, name: field.names[id] ?? id }))
  if (kind === 'bool') {
    return (
      <FormSwitch name={name} hint={hint || undefined}>
        {label}
      </FormSwitch>
    )
  }
  if (kind === 'flag') return <Flag name={name} label={label} hint={hint} />
  if (kind === 'number') return <FormNumber name={name} label={label} hint={hint} />
  if (kind === 'choice') return <FormSelect name={name} label={label} hint={hint} options={choices} />
  if (kind === 'choices') return <FormChecks name={name} label={label} hint={hint} options={choices} />
  if (kind === 'date') return <FormText name={name} label={label} hint={hint} type="date" />
  if (kind === 'moment') return <FormText name={name} label={label} hint={hint} type="datetime-local" />
  if (kind === 'tags') return <FormTags name={name} label={label} hint={hint} />
  const secret = isSecret ? ({ type: 'password', autoComplete: 'off' } as const) : {}
  return <FormText name={name} label={label} hint={hint} {...secret} />
}

function Flag({ name, label, hint }: { name: string; label: string; hint: string }) {
  const t = useTranslations('channels')
  const options = (['unset', 'yes', 'no'] as const).map((id) => ({ id, name: t(`flag_${id}`) }))
  return <FormSelect name={name} label={label} hint={hint} options={options} />
}

/** A list of a plugin's own, each row with the fields that the plugin declares for it. */
function OwnRows({ name, field }: { name: string; field: OwnField }) {
  const t = useTranslations('channels')
  const common = useTranslations('common')
  const { fields: rows, append, remove } = useFieldArray({ name })
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">{field.label}</legend>
      {field.hint && <p className="text-sm text-soft">{field.hint}</p>}
      {rows.map((row, index) => (
        <div key={row.id} className="space-y-4 rounded-lg border border-line p-4">
          <div className="grid gap-4 sm:grid-cols-2">
            {field.fields.map((one) => (
              <Field key={one.name} field={one} name={`${name}.${index}.${one.name}`} isSecret={false} />
            ))}
          </div>
          <Button look="danger" onPress={() => remove(index)}>
            {common('remove')}
          </Button>
        </div>
      ))}
      <Button onPress={() => append(ownValues(field.fields, {}))}>
        <Plus aria-hidden className="size-4" />
        {t('addRow')}
      </Button>
    </fieldset>
  )
}
