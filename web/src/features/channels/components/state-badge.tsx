'use client'
import { useTranslations } from 'use-intl'
import type { ConnectionRow } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { known, states, tones } from '../model'

/** Whether a connection answers, and whether the channel is left alone because it kept failing. */
export function StateBadges({ connection }: { connection: ConnectionRow }) {
  const t = useTranslations('channels')
  const when = useWhen()
  const { state, until } = connection.breaker
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={tones[connection.state] ?? 'neutral'}>{t(`state_${known(states, connection.state)}`)}</Badge>
      {!connection.is_enabled && <Badge tone="bad">{t('switchedOff')}</Badge>}
      {state === 'open' && <Badge tone="bad">{until ? t('restsUntil', { time: when(until) }) : t('rests')}</Badge>}
      {state === 'half_open' && <Badge tone="warn">{t('triedAgain')}</Badge>}
    </span>
  )
}

/** Instants in the operator's zone; a dash for none. */
export function useWhen() {
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return (at: string | null) => (at ? format.instant(at, zone) : '–')
}
