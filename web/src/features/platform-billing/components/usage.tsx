'use client'
import { useTranslations } from 'use-intl'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { DeskOperator } from '../api'
import { limitNames } from '../plan-limits'

/** How much an operator uses of what its plan includes. */
export function Usage({ usage }: { usage: DeskOperator['billing']['usage'] }) {
  const t = useTranslations('platformBilling')
  if (usage.length === 0) return null
  return (
    <section className="space-y-3">
      <h3 className="font-semibold">{t('limits')}</h3>
      {usage.map(({ name, used, limit }) => {
        const known = limitNames.find((one) => one === name)
        return <ProgressBar key={name} label={known ? t(`limit_${known}`) : name} value={used} max={limit} />
      })}
    </section>
  )
}
