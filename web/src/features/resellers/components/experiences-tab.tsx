'use client'
import { useQuery } from '@tanstack/react-query'
import { Compass } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { useField } from '@/components/form-fields'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { experiencesQuery } from '../api'
import { termsBody, termsOf, termsSchema, type TermValues } from '../form'
import { ways } from '../model'
import { useRateWords } from '../use-words'
import { RateFields } from './rate-fields'
import { TabForm } from './tab-form'
import type { TabProps } from './types'

/** What a reseller gets on one experience instead, and what they may not sell. */
export default function ExperiencesTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const { data, error, refetch } = useQuery(experiencesQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 max-w-3xl rounded-xl" />
  const first = termsOf(reseller, data)
  if (first.terms.length === 0) {
    return <EmptyState icon={<Compass aria-hidden className="size-7" />} title={t('noExperiences')} />
  }
  const names = new Map(data.map(({ id, name }) => [id, name]))
  return (
    <TabForm
      tab="experiences"
      reseller={reseller}
      pick={(one) => termsOf(one, data)}
      body={termsBody}
      schema={termsSchema}
      shown={['terms']}
    >
      <Card title={t('tab_experiences')}>
        <p className="mb-2 text-sm text-soft text-pretty">{t('experiencesText')}</p>
        <Refusal />
        <ul className="divide-y">
          {first.terms.map(({ experience_id: id }, index) => (
            <Term key={id} index={index} name={names.get(id) ?? t('formerExperience', { id })} reseller={reseller} />
          ))}
        </ul>
      </Card>
    </TabForm>
  )
}

/** What the server has against the list as a whole. */
function Refusal() {
  const { error } = useField<TermValues[]>('terms')
  return error ? <Notice tone="bad">{error}</Notice> : null
}

function Term({ index, name, reseller }: TabProps & { index: number; name: string }) {
  const t = useTranslations('resellers')
  const rateWords = useRateWords()
  const at = `terms.${index}.`
  const { way, is_hidden } = useWatch({ name: `terms.${index}` }) as TermValues
  const usual = t('usualTerms', { rate: rateWords(reseller, reseller.currency) })
  const options = [{ id: 'standard', name: usual }, ...ways.map((id) => ({ id, name: t(`way_${id}`) }))]
  return (
    <li className="py-4 last:pb-0">
      <div role="group" aria-label={name} className="grid gap-x-5 gap-y-2 sm:grid-cols-[1fr_15rem_8rem]">
        <div className="min-w-0">
          <p className="font-medium">
            <bdi>{name}</bdi>
          </p>
          <FormSwitch name={`${at}is_hidden`}>{t('hidden')}</FormSwitch>
        </div>
        {is_hidden ? (
          <p className="text-sm text-faint sm:col-span-2 sm:pt-3">{t('hiddenText')}</p>
        ) : (
          <>
            <FormSelect name={`${at}way`} label={t('rateHow')} isLabelHidden options={options} />
            <RateFields at={at} way={way} currency={reseller.currency} isLabelHidden />
          </>
        )}
      </div>
    </li>
  )
}
