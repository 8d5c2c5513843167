'use client'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { MultiSelect } from '@/components/ui/multi-select'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { late } from '@/lib/late'
import type { Wanted } from '../bulk'
import { Fold } from './fold'

const MoreConditions = late(
  () => import('./more-conditions').then((file) => file.MoreConditions),
  <Skeleton className="h-48" />,
)

type Props = { wanted: Wanted; onChange: (wanted: Wanted) => void; experiences: ExperienceRow[] }

/** Which rules are meant: all that meet every condition that is filled in. */
export function BulkFilter({ wanted, onChange, experiences }: Props) {
  const t = useTranslations('availability')
  const set = [wanted.span, wanted.weekdays.length > 0, wanted.timeFrom, wanted.timeTo]
  const count = [...set, wanted.statuses.join() !== 'live'].filter(Boolean).length
  return (
    <div className="space-y-3">
      <Card title={t('which')}>
        <MultiSelect
          label={t('experiences')}
          options={experiences.map(({ id, name }) => ({ id, name }))}
          value={wanted.experiences}
          onChange={(chosen) => onChange({ ...wanted, experiences: chosen })}
          placeholder={t('allExperiences')}
        />
      </Card>
      <Fold title={t('moreConditions')} summary={count ? t('conditionsSet', { count }) : t('noConditions')}>
        <MoreConditions wanted={wanted} onChange={onChange} />
      </Fold>
    </div>
  )
}
