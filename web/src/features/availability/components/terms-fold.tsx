'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { spanOf } from '@/features/experience/span'
import { numberFormat } from '@/lib/intl'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const TermsList = late(() => import('./terms-list').then((file) => file.TermsList), <Skeleton className="h-40" />)

const units = { minutes: 'minute', hours: 'hour', days: 'day' } as const

/** How late these departures can be booked: said once for the experience, shown here, changed there. */
export function TermsFold() {
  const t = useTranslations('availability')
  const te = useTranslations('experience')
  const { experience } = useRuleForm()
  const format = useFormat()
  const length = (minutes: number) => {
    const { count, unit } = spanOf(minutes)
    return numberFormat(format.locale, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(count)
  }
  const party = `${format.number(experience.min_pax)}–${format.number(experience.max_pax)}`
  return (
    <Fold
      title={te('page_restriction')}
      summary={t('sumTerms', { before: length(experience.cutoff_minutes_online), party })}
    >
      <TermsList experience={experience} length={length} party={party} />
    </Fold>
  )
}
