'use client'
import { useTranslations } from 'use-intl'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import type { Question } from '../api'
import { sorts, stages, statuses } from '../model'

type Props = { value: Question; onChange: (value: Question) => void }

/** Which operators are shown, and in which order. */
export function OperatorFilters({ value, onChange }: Props) {
  const t = useTranslations('operators')
  const set = (part: Partial<Question>) => onChange({ ...value, ...part })
  return (
    <div className="flex flex-wrap gap-3 pb-4">
      <SearchField
        label={t('search')}
        value={value.search}
        onChange={(search) => set({ search })}
        className="min-w-60 grow sm:max-w-sm"
      />
      <Select
        label={t('status')}
        isLabelHidden
        value={value.status}
        onChange={(status) => set({ status })}
        options={[
          { id: '', name: t('everyStatus') },
          ...statuses.map((id) => ({ id: id as string, name: t(`status_${id}`) })),
        ]}
      />
      <Select
        label={t('stage')}
        isLabelHidden
        value={value.stage}
        onChange={(stage) => set({ stage })}
        options={[
          { id: '', name: t('everyStage') },
          { id: 'stalled', name: t('stalled') },
          ...stages.map((id) => ({ id: id as string, name: t(`stage_${id}`) })),
        ]}
      />
      <Sort value={value.sort} onChange={(sort) => set({ sort })} />
    </div>
  )
}

function Sort({ value, onChange }: { value: string; onChange: (sort: string) => void }) {
  const t = useTranslations('operators')
  const options = sorts.map((id) => ({ id: id as string, name: t(`sort_${id.replace('-', '') as 'name'}`) }))
  return <Select label={t('sort')} isLabelHidden value={value} onChange={onChange} options={options} />
}
