'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import type { WaiverRow } from '../api'
import { stateOf } from '../model'

const tones = { void: 'bad', expired: 'neutral', assigned: 'good', unassigned: 'warn' } as const

/** How a signed waiver stands today. */
export function StateBadge({ row }: { row: Pick<WaiverRow, 'voided_at' | 'expires_on' | 'is_assigned'> }) {
  const t = useTranslations('waivers')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const state = stateOf(row, dayIn(zone))
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>
}
