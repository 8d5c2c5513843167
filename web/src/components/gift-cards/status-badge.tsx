'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'

export const cardStatuses = ['pending', 'active', 'depleted', 'expired', 'void'] as const
export type CardStatus = (typeof cardStatuses)[number]

const tones: Record<CardStatus, Tone> = {
  pending: 'warn',
  active: 'good',
  depleted: 'neutral',
  expired: 'bad',
  void: 'bad',
}

/** Whether a card can be spent, in a word. */
export function CardStatusBadge({ status }: { status: CardStatus }) {
  const t = useTranslations('cardFace')
  return <Badge tone={tones[status]}>{t(`status_${status}`)}</Badge>
}
