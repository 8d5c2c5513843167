'use client'
import { useTranslations } from 'use-intl'
import type { ExperienceRow } from '@/api/models'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { DateRangeField } from '@/components/ui/date-range-field'
import { MultiSelect } from '@/components/ui/multi-select'
import { Card } from '@/components/ui/page-header'
import { TimeField } from '@/components/ui/time-field'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import type { Wanted } from '../bulk'
import { ruleStatuses } from '../values'
import { Fold } from './fold'

type Props = { wanted: Wanted; onChange: (wanted: Wanted) => void; experiences: ExperienceRow[] }

/** Which rules are meant: all that meet every condition that is filled in. */
export function BulkFilter({ wanted, onChange, experiences }: Props) {
  const t = useTranslations('availability')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <div className="space-y-3">
      <Card title={t('which')}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MultiSelect
            label={t('experiences')}
            options={experiences.map(({ id, name }) => ({ id, name }))}
            value={wanted.experiences}
            onChange={(chosen) => onChange({ ...wanted, experiences: chosen })}
            placeholder={t('allExperiences')}
          />
          <DateRangeField
            label={t('runsBetween')}
            value={wanted.span}
            onChange={(span) => onChange({ ...wanted, span })}
            today={dayIn(zone)}
            hint={t('runsBetweenHint')}
          />
        </div>
      </Card>
      <MoreConditions wanted={wanted} onChange={onChange} />
    </div>
  )
}

function MoreConditions({ wanted, onChange }: Omit<Props, 'experiences'>) {
  const t = useTranslations('availability')
  const weekStart = useSession()?.properties.week_start ?? 1
  const change = (part: Partial<Wanted>) => onChange({ ...wanted, ...part })
  const set = [wanted.weekdays.length > 0, wanted.timeFrom, wanted.timeTo, wanted.statuses.join() !== 'live']
  const count = set.filter(Boolean).length
  return (
    <Fold title={t('moreConditions')} summary={count ? t('conditionsSet', { count }) : t('noConditions')}>
      <WeekdayField
        label={t('runsOn')}
        value={wanted.weekdays}
        weekStart={weekStart}
        onChange={(weekdays) => change({ weekdays })}
      />
      <div className="grid max-w-sm grid-cols-2 gap-4">
        <TimeField label={t('startsFrom')} value={wanted.timeFrom} onChange={(timeFrom) => change({ timeFrom })} />
        <TimeField label={t('startsUntil')} value={wanted.timeTo} onChange={(timeTo) => change({ timeTo })} />
      </div>
      <CheckboxGroup
        label={t('status')}
        options={ruleStatuses.map((id) => ({ id, name: t(`status_${id}`) }))}
        value={wanted.statuses}
        onChange={(statuses) => statuses.length > 0 && change({ statuses })}
        isInline
      />
    </Fold>
  )
}
