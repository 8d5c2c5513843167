'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { MultiSelect } from '@/components/ui/multi-select'
import { guidesQuery } from '../api'

type Props = { value: number[]; onChange: (guides: number[]) => void; error?: string }

/** Guides in the order in which they were chosen: the first one leads. */
export function GuidesField({ value, onChange, error }: Props) {
  const t = useTranslations('availability')
  const guides = useQuery(guidesQuery).data ?? []
  const choose = (chosen: number[]) =>
    onChange([...value.filter((one) => chosen.includes(one)), ...chosen.filter((one) => !value.includes(one))])
  return (
    <MultiSelect
      label={t('guides')}
      options={guides.map(({ id, name }) => ({ id, name }))}
      value={value}
      onChange={choose}
      placeholder={t('sumNoGuides')}
      hint={t('guidesHint')}
      error={error}
    />
  )
}
