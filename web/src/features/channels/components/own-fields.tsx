'use client'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import type { OwnField } from '../model'

type Props = { title: string; text?: string; part: 'settings' | 'credentials'; fields: OwnField[] }

/** Fields that a channel's plugin declares; names and help are the plugin's own. */
export function OwnFields({ title, text, part, fields }: Props) {
  if (fields.length === 0) return null
  return (
    <Card title={title}>
      <div className="space-y-5">
        {text && <p className="text-sm text-soft">{text}</p>}
        {fields.map((field) => (
          <Field key={field.name} field={field} name={`${part}.${field.name}`} isSecret={part === 'credentials'} />
        ))}
      </div>
    </Card>
  )
}

function Field({ field, name, isSecret }: { field: OwnField; name: string; isSecret: boolean }) {
  const { label, hint, kind, options } = field
  if (kind === 'bool') {
    return (
      <FormSwitch name={name} hint={hint || undefined}>
        {label}
      </FormSwitch>
    )
  }
  if (kind === 'number') return <FormNumber name={name} label={label} hint={hint} />
  if (kind === 'choice') {
    return <FormSelect name={name} label={label} hint={hint} options={options.map((id) => ({ id, name: id }))} />
  }
  const secret = isSecret ? ({ type: 'password', autoComplete: 'off' } as const) : {}
  return <FormText name={name} label={label} hint={hint} {...secret} />
}
