'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { clock } from './model'
import { StatusIcon } from './status-icon'
import type { CallRow } from './types'
import { useCallWords } from './words'

/** One call in a few words: how it went, when, how long, with whom. */
export function CallLine({ call, zone, hasName }: { call: CallRow; zone: string; hasName?: boolean }) {
  const t = useTranslations('callLines')
  const format = useFormat()
  const words = useCallWords()
  const ended = call.duration_s > 0 ? clock(call.duration_s) : words.status(call)
  return (
    <AppLink
      to="call"
      params={{ call: String(call.id) }}
      className="-mx-2 flex min-h-11 items-start gap-3 rounded-md px-2 py-2 hover:bg-sunken"
    >
      <span className="mt-0.5">
        <StatusIcon call={call} />
      </span>
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="font-medium">{hasName ? <bdi>{words.who(call)}</bdi> : words.direction(call)}</span>
          <span className="text-sm text-faint tabular-nums">{ended}</span>
        </span>
        <span className="block text-sm text-faint">
          {format.instant(call.started_at, zone)}
          {call.agent && (
            <>
              {' · '}
              <bdi>{call.agent.name}</bdi>
            </>
          )}
        </span>
        {call.note && <span className="mt-0.5 line-clamp-2 block text-sm text-soft">{call.note}</span>}
        <span className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {call.outcome && call.outcome !== 'none' && (
            <Badge tone={call.outcome === 'booked' ? 'good' : 'neutral'}>{words.outcome(call.outcome)}</Badge>
          )}
          {call.callback === 'wanted' && <Badge tone="warn">{t('callback_wanted')}</Badge>}
        </span>
      </span>
    </AppLink>
  )
}
