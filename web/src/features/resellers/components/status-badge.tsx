'use client'
import { useTranslations } from 'use-intl'
import type { Reseller } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'

const tones: Record<Reseller['status'], Tone> = { active: 'good', paused: 'warn', archived: 'neutral' }

/** Whether a reseller sells now. */
export function StatusBadge({ status }: { status: Reseller['status'] }) {
  const t = useTranslations('resellers')
  return <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
}
