'use client'
import { useQuery } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ChannelSubscription } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { KeyValues } from '@/components/ui/key-values'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { subscriptionsQuery } from '../api'
import type { TabProps } from './types'
import { useWhen } from './state-badge'
import { SubscriptionActions } from './subscription-actions'

/** Addresses that the channel has registered to be told at, and how the telling goes. */
export default function SubscriptionsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const { data, error, refetch } = useQuery(subscriptionsQuery(connection.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  if (data.length === 0)
    return (
      <EmptyState
        icon={<Webhook aria-hidden className="size-6" />}
        title={t('noSubscriptionsTitle')}
        text={t('noSubscriptionsText')}
      />
    )
  return (
    <div className="max-w-3xl space-y-5">
      {data.map((one) => (
        <Subscription key={one.id} connectionId={connection.id} subscription={one} />
      ))}
    </div>
  )
}

function Subscription({ connectionId, subscription }: { connectionId: number; subscription: ChannelSubscription }) {
  const t = useTranslations('channels')
  const when = useWhen()
  const { topic, url, created_at, last_sent_at, error, error_at } = subscription
  const rows: [string, ReactNode][] = [
    [t('address'), <code key="url" className="text-sm break-all select-all">{url}</code>], // prettier-ignore
    [t('registered'), when(created_at)],
    [t('lastDelivery'), when(last_sent_at)],
    [t('lastFailure'), <Failure key="error" at={when(error_at)} error={error} />],
  ]
  return (
    <Card
      title={topic === 'booking' ? t('topic_booking') : t('topic_availability')}
      actions={<States subscription={subscription} />}
    >
      <div className="space-y-5">
        <KeyValues rows={rows} />
        <SubscriptionActions connectionId={connectionId} subscription={subscription} />
      </div>
    </Card>
  )
}

function Failure({ at, error }: { at: string; error: string }) {
  if (!error) return '–'
  return (
    <span>
      {at}
      <span className="mt-1 block text-sm break-words text-bad">{error}</span>
    </span>
  )
}

function States({ subscription }: { subscription: ChannelSubscription }) {
  const t = useTranslations('channels')
  const { paused_at, waiting, failed, is_retried } = subscription
  return (
    <span className="flex flex-wrap gap-1.5">
      {paused_at ? <Badge tone="warn">{t('state_paused')}</Badge> : <Badge tone="good">{t('subscribed')}</Badge>}
      {waiting > 0 && <Badge tone="warn">{t('waitingCnt', { count: waiting })}</Badge>}
      {failed > 0 && <Badge tone="bad">{t('undelivered', { count: failed })}</Badge>}
      {!is_retried && <Badge tone="neutral">{t('notRetried')}</Badge>}
    </span>
  )
}
