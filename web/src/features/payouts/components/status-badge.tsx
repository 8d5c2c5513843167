'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { statusOf, tones } from '../model'

/** How far a payout is. */
export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations('payouts')
  const slug = statusOf(status)
  return <Badge tone={tones[slug]}>{t(`status_${slug}`)}</Badge>
}
