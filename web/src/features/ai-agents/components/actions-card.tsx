'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AgentAction } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { actionsQuery } from '../api'
import { toolOf } from '../model'

const tones: Record<AgentAction['outcome'], Tone> = { ok: 'good', refused: 'warn', failed: 'bad' }

/** What agents did and tried, newest first. */
export function ActionsCard() {
  const t = useTranslations('aiAgents')
  const [isRefused, setRefused] = useState(false)
  const query = useInfiniteQuery(actionsQuery(isRefused))
  const rows = query.data?.pages.flatMap((page) => page.actions)
  return (
    <Card
      title={t('actions')}
      actions={
        <Checkbox isSelected={isRefused} onChange={setRefused}>
          {t('onlyRefused')}
        </Checkbox>
      }
    >
      {query.error && !rows ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <Skeleton className="h-32" />
      ) : rows.length === 0 ? (
        <p className="text-faint">{t('noActions')}</p>
      ) : (
        <ul aria-label={t('actions')} className="divide-y">
          {rows.map((action) => (
            <ActionRow key={action.id} action={action} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="pt-4">
          <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
            {t('more')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function ActionRow({ action }: { action: AgentAction }) {
  const t = useTranslations('aiAgents')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const tool = toolOf(action.tool)
  return (
    <li className="space-y-1 py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{tool ? t(`tool_${tool}`) : <code>{action.tool}</code>}</span>
        <Badge tone={tones[action.outcome]}>{t(`outcome_${action.outcome}`)}</Badge>
        {action.code && <code className="text-faint">{action.code}</code>}
        <Links action={action} />
      </div>
      {action.spoken && (
        <p className="max-w-prose text-pretty">
          <bdi>{action.spoken}</bdi>
        </p>
      )}
      <p className="text-faint">
        {action.agent ? <bdi>{action.agent}</bdi> : t(`profile_${action.profile}`)}
        {' · '}
        <time dateTime={action.at} className="tabular-nums">
          {format.instant(action.at, zone)}
        </time>
      </p>
    </li>
  )
}

/** The trip that an action was about, and the call in which it happened. */
function Links({ action }: { action: AgentAction }) {
  const t = useTranslations('aiAgents')
  const linkClass =
    'rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-current pointer-coarse:py-2.5'
  return (
    <>
      {action.trip && (
        <AppLink to="trip" params={{ trip: String(action.trip.id) }} prefetch={false} className={linkClass}>
          {action.trip.confirmation_code}
        </AppLink>
      )}
      {action.call_id !== null && (
        <AppLink to="call" params={{ call: String(action.call_id) }} prefetch={false} className={linkClass}>
          {t('listen')}
        </AppLink>
      )}
    </>
  )
}
