'use client'
import { useTranslations } from 'use-intl'
import type { Billing, PlanUsage } from '@/api/billing-models'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useFormat } from '@/lib/use-format'

const names = ['users', 'locations', 'channels', 'bookings'] as const

/** How much of the plan is used; from 80 % on it is said, and again when nothing is left. */
export function UsageCard({ billing }: { billing: Billing }) {
  const t = useTranslations('billing')
  const format = useFormat()
  const { usage } = billing
  if (usage.length === 0) return null
  const nameOf = (one: PlanUsage) => {
    const known = names.find((name) => name === one.name)
    return known ? t(`limit_${known}`) : one.name
  }
  const at = (level: string) => format.list(usage.filter((one) => one.level === level).map(nameOf))
  return (
    <Card title={t('limits')}>
      <div className="space-y-4">
        {at('full') && (
          <Notice tone="warn">
            <p className="font-medium">{t('fullLimit', { what: at('full') })}</p>
            <p>{t('fullLimitText')}</p>
          </Notice>
        )}
        {at('near') && (
          <Notice tone="info">
            <p className="font-medium">{t('nearLimit', { what: at('near') })}</p>
            <p>{t('nearLimitText')}</p>
          </Notice>
        )}
        {usage.map((one) => (
          <ProgressBar key={one.name} label={nameOf(one)} value={one.used} max={one.limit} />
        ))}
      </div>
    </Card>
  )
}
