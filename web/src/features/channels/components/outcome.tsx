'use client'
import { useTranslations } from 'use-intl'
import type { ChannelCall } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { known, outcomes, tones } from '../model'

/** How a call ended: its status and, where there is one, the word for it. */
export function Outcome({ call }: { call: ChannelCall }) {
  const t = useTranslations('channels')
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Badge tone={tones[call.outcome] ?? 'neutral'}>{t(`outcome_${known(outcomes, call.outcome)}`)}</Badge>
      <span className="text-xs text-faint">{[call.status, call.code].filter(Boolean).join(' ')}</span>
    </span>
  )
}
