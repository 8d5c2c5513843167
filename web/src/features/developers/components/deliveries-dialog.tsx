'use client'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { WebhookDelivery, WebhookEndpoint } from '@/api/models'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { deliveriesQuery, replay, replayFailed } from '../api'

const tones: Record<WebhookDelivery['status'], Tone> = { waiting: 'neutral', delivered: 'good', failed: 'bad' }

/** What was sent to an endpoint, newest first; any of it can be sent again. */
export function DeliveriesDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const t = useTranslations('developers')
  const query = useInfiniteQuery({ ...deliveriesQuery(endpoint.id), refetchInterval: 5000 })
  const rows = query.data?.pages.flatMap((page) => page.deliveries)
  const again = useAgain(endpoint)
  const hasFailed = rows?.some((row) => row.status === 'failed') && endpoint.is_active
  const footer = hasFailed && (
    <Button onPress={() => again.mutate(null)} isPending={again.isPending}>
      {t('replayFailed')}
    </Button>
  )
  const title = t('deliveriesOf', { name: isolate(endpoint.name) })
  return (
    <Dialog title={title} isOpen onClose={onClose} size="lg" footer={footer || undefined}>
      {query.error && !rows ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !rows ? (
        <Skeleton className="h-40" />
      ) : rows.length === 0 ? (
        <p className="text-faint">{t('noDeliveries')}</p>
      ) : (
        <ul className="divide-y">
          {rows.map((row) => (
            <DeliveryRow
              key={row.id}
              row={row}
              onAgain={endpoint.is_active && row.status !== 'waiting' ? () => again.mutate(row.id) : undefined}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="mt-4" onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </Dialog>
  )
}

function useAgain(endpoint: WebhookEndpoint) {
  const t = useTranslations('developers')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: async (delivery: number | null) => {
      if (delivery === null) return (await replayFailed(endpoint.id)).count
      await replay(endpoint.id, delivery)
      return 1
    },
    onSuccess: (count) => {
      toast.success(t('replayed', { count }))
      void queries.invalidateQueries({ queryKey: deliveriesQuery(endpoint.id).queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
}

function DeliveryRow({ row, onAgain }: { row: WebhookDelivery; onAgain?: () => void }) {
  const t = useTranslations('developers')
  const format = useFormat()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const [last] = row.attempts
  return (
    <li className="py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <time dateTime={row.occurred_at} className="text-faint tabular-nums">
          {format.instant(row.occurred_at, zone)}
        </time>
        <code className="font-medium">{row.event}</code>
        <Badge tone={tones[row.status]}>{t(`delivery_${row.status}`)}</Badge>
        {last && (
          <span className="text-soft">{last.status ? t('answer', { status: last.status }) : t('noAnswer')}</span>
        )}
        {row.attempt_cnt > 1 && <span className="text-faint">{t('attempts', { count: row.attempt_cnt })}</span>}
        {row.next_at && row.attempt_cnt > 0 && (
          <span className="text-faint">{t('nextTry', { time: format.instant(row.next_at, zone) })}</span>
        )}
        {onAgain && (
          <Button size="sm" className="ms-auto" onPress={onAgain}>
            {t('replay')}
          </Button>
        )}
      </div>
      <details className="pt-1">
        <summary className="cursor-pointer text-faint">
          <code dir="ltr">{row.message_id}</code>
        </summary>
        <pre dir="ltr" className="mt-2 overflow-x-auto rounded-lg bg-sunken p-3 text-xs">
          {JSON.stringify({ type: row.event, timestamp: row.occurred_at, data: row.data }, null, 2)}
        </pre>
      </details>
    </li>
  )
}
