'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { guidesQuery } from '../api'
import { Fold } from './fold'
import { GuidesField } from './guides-field'
import { useRuleForm } from './rule-form'

/** Who guides these departures as a rule; nothing for readers who may not see the guides. */
export function GuidesFold() {
  const t = useTranslations('availability')
  const { values, change, errors } = useRuleForm()
  const { data: guides } = useQuery(guidesQuery)
  if (!guides?.length) return null
  const names = (values.guides ?? []).flatMap((id) => guides.find((one) => one.id === id)?.name ?? [])
  return (
    <Fold title={t('guides')} summary={names.join(', ') || t('sumNoGuides')} isWrong={!!errors.guide_ids}>
      <GuidesField
        value={values.guides ?? []}
        onChange={(chosen) => change({ guides: chosen })}
        error={errors.guide_ids}
      />
    </Fold>
  )
}
