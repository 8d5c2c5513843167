'use client'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { MultiSelect } from '@/components/ui/multi-select'
import { late } from '@/lib/late'
import { useRuleForm } from './rule-form'

const SeasonDialog = late(() =>
  import('@/features/experience/components/season-dialog').then((file) => file.SeasonDialog),
)

/** The seasons in which the rule holds, and a new one. */
export function SeasonsField({ offered }: { offered: { id: number; name: string }[] }) {
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
