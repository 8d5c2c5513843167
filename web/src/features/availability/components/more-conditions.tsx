'use client'
import { useTranslations } from 'use-intl'
import { CheckboxGroup } from '@/components/ui/checkbox-group'
import { DateRangeField } from '@/components/ui/date-range-field'
import { TimeField } from '@/components/ui/time-field'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import type { Wanted } from '../bulk'
import { ruleStatuses } from '../values'

type Props = { wanted: Wanted; onChange: (wanted: Wanted) => void }

/** When the rules that are meant run, and what has become of them. */
export function MoreConditions({ wanted, onChange }: Props) {
  const t = useTranslations('availability')
  const properties = useSession()?.properties
  const change = (part: Partial<Wanted>) => onChange({ ...wanted, ...part })
  return (
    <>
      <DateRangeField
        label={t('runsBetween')}
        value={wanted.span}
        onChange={(span) => change({ span })}
        today={dayIn(properties?.time_zone ?? 'UTC')}
        hint={t('runsBetweenHint')}
      />
      <WeekdayField
        label={t('runsOn')}
        value={wanted.weekdays}
        weekStart={properties?.week_start ?? 1}
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
    </>
  )
}
