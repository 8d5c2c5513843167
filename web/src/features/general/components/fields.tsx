'use client'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { useField } from '@/components/form-fields'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { MultiSelect } from '@/components/ui/multi-select'
import { PercentField } from '@/components/ui/percent-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select, type Option } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { experienceOptions } from '../model'

type Named<C> = Omit<C, 'value' | 'onChange' | 'onBlur' | 'error'> & { name: string }

export function FormPercent({ name, ...rest }: Named<ComponentProps<typeof PercentField>>) {
  const { value, onChange, error } = useField<number | null>(name)
  return <PercentField {...rest} value={value} onChange={onChange} error={error} />
}

export function FormSwitch({ name, hint, children }: { name: string; hint?: ReactNode; children: ReactNode }) {
  const { value, onChange } = useField<boolean>(name)
  return (
    <Switch isSelected={value} onChange={onChange} hint={hint}>
      {children}
    </Switch>
  )
}

type ChoiceProps<K extends string | number> = {
  name: string
  label: string
  options: Option<K>[]
  hint?: string
  className?: string
}

export function FormRadio<K extends string>(props: ChoiceProps<K>) {
  const { value, onChange, error } = useField<K>(props.name)
  return <RadioGroup {...props} value={value} onChange={onChange} error={error} />
}

export function FormSelect<K extends string | number>(props: ChoiceProps<K>) {
  const { value, onChange, error } = useField<K>(props.name)
  return <Select {...props} value={value} onChange={onChange} error={error} />
}

export function FormChecks({ name, label, options, hint }: ChoiceProps<string>) {
  const { value, onChange, error } = useField<string[]>(name)
  return (
    <CheckboxGroup
      label={label}
      options={options}
      value={value}
      onChange={onChange}
      hint={hint}
      error={error}
      isInline
    />
  )
}

/** Which experiences; none named means all of them. */
export function FormExperiences({
  name,
  label,
  hint,
  general,
}: {
  name: string
  label: string
  hint: string
  general: General
}) {
  const { value, onChange, error } = useField<number[]>(name)
  return (
    <MultiSelect
      label={label}
      options={experienceOptions(general)}
      value={value}
      onChange={onChange}
      hint={hint}
      error={error}
    />
  )
}

/** Which ways of selling; none named means all of them. */
export function FormMethods({ name, general }: { name: string; general: General }) {
  const t = useTranslations('general')
  const { value, onChange, error } = useField<string[]>(name)
  const text = useMethodName()
  return (
    <MultiSelect
      label={t('methods')}
      options={general.methods.map((method) => ({ id: method.slug, name: text(method.slug, method.name) }))}
      value={value}
      onChange={onChange}
      hint={t('methodsHint')}
      error={error}
    />
  )
}

const methods = [
  'ecommerce',
  'phone',
  'walk_up',
  'pos',
  'kiosk',
  'reseller',
  'ota',
  'ai_agent',
  'import',
  'staff',
] as const

/** The name of a way of selling in the reader's language. */
export function useMethodName() {
  const t = useTranslations('general')
  return (slug: string, name: string) => {
    const known = methods.find((one) => one === slug)
    return known ? t(`method_${known}`) : name
  }
}
