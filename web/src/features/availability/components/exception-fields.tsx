'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { MultiSelect } from '@/components/ui/multi-select'
import { Skeleton } from '@/components/ui/skeleton'
import { seasonsQuery } from '@/features/experience/rates-api'
import { late } from '@/lib/late'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const DaysField = late(() => import('./days-field').then((file) => file.DaysField), <Skeleton className="h-20" />)
const SeasonDialog = late(() =>
  import('@/features/experience/components/season-dialog').then((file) => file.SeasonDialog),
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
      <Seasons offered={offered} />
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

function Seasons({ offered }: { offered: { id: number; name: string }[] }) {
  const t = useTranslations('availability')
  const te = useTranslations('experience')
  const { values, change, errors } = useRuleForm()
  const [isAdding, setAdding] = useState(false)
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1.5">
      {offered.length > 0 && (
        <MultiSelect
          label={t('seasons')}
          options={offered}
          value={values.seasons}
          onChange={(chosen) => change({ seasons: chosen })}
          placeholder={te('anySeason')}
          className="min-w-0 grow sm:max-w-sm"
        />
      )}
      <Button onPress={() => setAdding(true)} className="min-h-11">
        <Plus aria-hidden className="size-4" />
        {te('addSeason')}
      </Button>
      <p className={errors.season_ids ? 'basis-full text-sm text-bad' : 'basis-full text-sm text-faint'}>
        {errors.season_ids ?? t('seasonsHint')}
      </p>
      {isAdding && <SeasonDialog onClose={() => setAdding(false)} />}
    </div>
  )
}
