'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { seasonsQuery } from '@/features/experience/rates-api'
import { late } from '@/lib/late'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const DaysField = late(() => import('./days-field').then((file) => file.DaysField), <Skeleton className="h-20" />)
const SeasonsField = late(
  () => import('./seasons-field').then((file) => file.SeasonsField),
  <Skeleton className="h-20" />,
)

/** Stretches of the year in which the rule holds, and single days it leaves out or adds. */
export function ExceptionFields() {
  const t = useTranslations('availability')
  const { values, change, errors, today } = useRuleForm()
  const seasons = useQuery(seasonsQuery).data?.seasons ?? []
  const offered = seasons.filter((one) => !one.is_archived || values.seasons.includes(one.id))
  const named = offered.filter((one) => values.seasons.includes(one.id)).map((one) => one.name)
  const summary = [
    ...named,
    values.excluded.length > 0 && t('sumExcluded', { count: values.excluded.length }),
    values.included.length > 0 && t('sumIncluded', { count: values.included.length }),
  ].filter(Boolean)
  return (
    <Fold
      title={t('exceptions')}
      summary={summary.join(' · ') || t('sumNoExceptions')}
      isWrong={!!(errors.season_ids || errors.exclude_dates || errors.include_dates)}
    >
      <SeasonsField offered={offered} />
      <DaysField
        label={t('excluded')}
        days={values.excluded}
        onChange={(excluded) => change({ excluded })}
        today={today}
        error={errors.exclude_dates}
      />
      <DaysField
        label={t('included')}
        hint={t('includedHint')}
        days={values.included}
        onChange={(included) => change({ included })}
        today={today}
        error={errors.include_dates}
      />
    </Fold>
  )
}
