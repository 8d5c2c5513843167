'use client'
import { useTranslations } from 'use-intl'
import type { Lookup, PaidState } from '@/api/models'
import { Badge, type Tone } from './ui/badge'

const statusTones: Record<string, Tone> = { reserved: 'good', draft: 'neutral', under_review: 'warn', deleted: 'bad' }
const known = ['draft', 'under_review', 'reserved', 'deleted'] as const

export function TripStatusBadge({ status }: { status: Lookup }) {
  const t = useTranslations('common')
  const slug = known.find((one) => one === status.slug)
  return <Badge tone={statusTones[status.slug]}>{slug ? t(`trip_${slug}`) : status.name}</Badge>
}

const paidTones: Record<PaidState, Tone> = {
  unpaid: 'warn',
  deposit_paid: 'warn',
  paid: 'good',
  overpaid: 'accent',
  at_partner: 'neutral',
}

export function PaidBadge({ state }: { state: PaidState }) {
  const t = useTranslations('common')
  return <Badge tone={paidTones[state]}>{t(`paid_${state}`)}</Badge>
}
