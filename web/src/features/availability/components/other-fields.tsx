'use client'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { late } from '@/lib/late'
import { Fold } from './fold'
import { useRuleForm } from './rule-form'

const OtherParts = late(() => import('./other-parts').then((file) => file.OtherParts), <Skeleton className="h-80" />)

/** Whether the rule holds, how long a departure takes, whether guests come when they like, a note for staff. */
export function OtherFields() {
  const t = useTranslations('availability')
  const { values, errors } = useRuleForm()
  const summary = [
    t(`status_${values.status}`),
    values.isFlex && t('flex'),
    (values.hours !== null || values.minutes !== null) && t('sumDuration'),
    values.note.trim() && t('note'),
  ].filter(Boolean)
  return (
    <Fold
      title={t('other')}
      summary={summary.join(' · ')}
      isWrong={!!(errors.duration_minutes || errors.note || errors.status)}
    >
      <OtherParts />
    </Fold>
  )
}
