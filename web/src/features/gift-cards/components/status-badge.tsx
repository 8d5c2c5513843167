'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { CardStatus } from '../model'

const tones: Record<CardStatus, Tone> = {
  pending: 'warn',
  active: 'good',
  depleted: 'neutral',
  expired: 'bad',
  void: 'bad',
}

/** Whether a card can be spent, in a word. */
export function StatusBadge({ status }: { status: CardStatus }) {
  const t = useTranslations('giftCards')
  return <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
}
