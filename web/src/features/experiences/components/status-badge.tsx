'use client'
import { useTranslations } from 'use-intl'
import type { Lookup } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { statuses } from '../looks'

const tones: Record<string, Tone> = { live: 'good', hidden: 'accent' }

export function StatusBadge({ status }: { status: Lookup }) {
  const t = useTranslations('experiences')
  const known = statuses.find((one) => one === status.slug)
  return <Badge tone={tones[status.slug]}>{known ? t(`status_${known}`) : status.name}</Badge>
}
