'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Bulletin, BulletinIn } from '@/api/platform-models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { LanguageTexts, type Texts } from '@/components/platform/language-texts'
import { Checkbox } from '@/components/ui/checkbox'
import { MultiSelect } from '@/components/ui/multi-select'
import { Select } from '@/components/ui/select'
import { newsQuery, saveNews } from '../api'

const severities = ['info', 'important', 'urgent'] as const
const stages = [
  'signed_up',
  'profile',
  'catalog',
  'schedule',
  'payments',
  'tested',
  'installed',
  'live',
  'activated',
] as const

type Values = {
  texts: Texts
  severity: (typeof severities)[number]
  stages: string[]
  plans: string
  countries: string
  is_owners_only: boolean
  starts_at: string
  ends_at: string
}

const schema = z.looseObject({})
const shown = ['texts', 'stages', 'plans', 'countries', 'starts_at', 'ends_at']
/** "2026-05-01T10:00", as the browser's field has it; instants here are UTC. */
const typed = (instant: string | null) => instant?.slice(0, 16) ?? ''
const words = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** One item: its words, whom it is for, from when until when. */
export function NewsDialog({ item, onClose }: { item: Bulletin | null; onClose: () => void }) {
  const t = useTranslations('platformNews')
  const queries = useQueryClient()
  return (
    <FormDialog<Values, Bulletin>
      title={item ? t('edit') : t('write')}
      size="lg"
      values={valuesOf(item)}
      schema={schema}
      shown={shown}
      save={(values) => saveNews(bodyOf(values, item))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: newsQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <Words />
      <Severity />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="starts_at" type="datetime-local" label={t('from')} />
        <FormText name="ends_at" type="datetime-local" label={t('until')} hint={t('untilHint')} />
      </div>
      <Stages />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormText name="countries" label={t('countries')} hint={t('countriesHint')} />
        <FormText name="plans" label={t('plans')} hint={t('plansHint')} />
      </div>
      <OwnersOnly />
    </FormDialog>
  )
}

function valuesOf(item: Bulletin | null): Values {
  return {
    texts: item?.texts ?? {},
    severity: severities.find((one) => one === item?.severity) ?? 'info',
    stages: item?.stages ?? [],
    plans: item?.plans.join(', ') ?? '',
    countries: item?.countries.join(', ') ?? '',
    is_owners_only: item?.is_owners_only ?? false,
    starts_at: typed(item?.starts_at ?? new Date().toISOString()),
    ends_at: typed(item?.ends_at ?? null),
  }
}

function bodyOf(values: Values, item: Bulletin | null): BulletinIn {
  return {
    ...values,
    id: item?.id ?? null,
    version: item?.version ?? null,
    plans: words(values.plans),
    countries: words(values.countries),
    starts_at: `${values.starts_at}:00Z`,
    ends_at: values.ends_at ? `${values.ends_at}:00Z` : null,
  }
}

function Words() {
  const t = useTranslations('platformNews')
  const { value, onChange, error } = useField<Texts>('texts')
  return <LanguageTexts value={value} onChange={onChange} bodyHint={t('bodyHint')} rows={5} error={error} />
}

function Severity() {
  const t = useTranslations('platformNews')
  const { value, onChange } = useField<Values['severity']>('severity')
  const options = severities.map((id) => ({ id, name: t(`severity_${id}`) }))
  return <Select label={t('severity')} hint={t('severityHint')} options={options} value={value} onChange={onChange} />
}

function Stages() {
  const t = useTranslations('platformNews')
  const { value, onChange, error } = useField<string[]>('stages')
  const options = stages.map((id) => ({ id: id as string, name: t(`stage_${id}`) }))
  return (
    <MultiSelect
      label={t('stages')}
      placeholder={t('everyStage')}
      options={options}
      value={value}
      onChange={onChange}
      error={error}
    />
  )
}

function OwnersOnly() {
  const t = useTranslations('platformNews')
  const { value, onChange } = useField<boolean>('is_owners_only')
  return (
    <Checkbox isSelected={value} onChange={onChange}>
      {t('ownersOnly')}
    </Checkbox>
  )
}
