'use client'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { useField } from '@/components/form-fields'
import { MultiSelect } from '@/components/ui/multi-select'
import { experienceOptions } from './model'

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
