'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { statusTones, type Status } from '../model'

/** The state of an account, in its color. */
export function StatusBadge({ status }: { status: string }) {
  const t = useTranslations('operators')
  return <Badge tone={statusTones[status as Status]}>{t(`status_${status as Status}`)}</Badge>
}
