'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { ConnectionRow } from '@/api/models'
import { SetupHeader } from '@/components/setup-header'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { href } from '@/routes'
import { connectionsQuery } from '../api'
import { StateBadges, useWhen } from './state-badge'

const ConnectDialog = late(() => import('./connect-dialog').then((file) => file.ConnectDialog))

/** The connections to sales channels, and how each is doing. */
export function ChannelsScreen() {
  const t = useTranslations('channels')
  const [isAdding, setAdding] = useState(false)
  const mayMake = useCan('setup.plugins')
  return (
    <PageBody>
      <AskedNew onAsk={() => setAdding(true)} mayMake={mayMake} />
      <SetupHeader page="channels" title={t('title')} text={t('text')}>
        {mayMake && <Add onPress={() => setAdding(true)} />}
      </SetupHeader>
      <Connections onAdd={mayMake ? () => setAdding(true) : null} />
      {isAdding && <ConnectDialog onClose={() => setAdding(false)} />}
    </PageBody>
  )
}

function Add({ onPress }: { onPress: () => void }) {
  const t = useTranslations('channels')
  return (
    <Button look="primary" onPress={onPress}>
      <Plus aria-hidden className="size-4" />
      {t('connect')}
    </Button>
  )
}

function Connections({ onAdd }: { onAdd: (() => void) | null }) {
  const t = useTranslations('channels')
  const locale = useLocale()
  const { data, error, refetch } = useQuery(connectionsQuery)
  const cell = useCell()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  if (data.length === 0) {
    return (
      <EmptyState icon={<Share2 aria-hidden className="size-6" />} title={t('emptyTitle')} text={t('emptyText')}>
        {onAdd && <Add onPress={onAdd} />}
      </EmptyState>
    )
  }
  const columns = [
    { id: 'title', name: t('connection'), isRowHeader: true },
    { id: 'state', name: t('state') },
    { id: 'last', name: t('lastCall') },
    { id: 'failed', name: t('failures'), align: 'end' as const },
    { id: 'waiting', name: t('waitingPushes'), align: 'end' as const },
    { id: 'sold', name: t('sold'), align: 'end' as const },
  ]
  return (
    <div className="rounded-xl border bg-surface">
      <SimpleTable
        label={t('title')}
        columns={columns}
        rows={data}
        cell={cell}
        rowHref={(row) => href('channel', { connection: String(row.id) }, locale)}
        phone={(row) => <PhoneRow row={row} />}
      />
    </div>
  )
}

function useCell() {
  const when = useWhen()
  return (row: ConnectionRow, column: string) => {
    if (column === 'title') return <Name row={row} />
    if (column === 'state') return <StateBadges connection={row} />
    if (column === 'last') return <span className="whitespace-nowrap">{when(row.last_call_at)}</span>
    if (column === 'failed') return <Count count={row.traffic.failed} />
    if (column === 'waiting') return row.pushes.waiting + row.pushes.failed
    return row.bookings.confirmed
  }
}

const Count = ({ count }: { count: number }) => (count > 0 ? <Badge tone="bad">{count}</Badge> : count)

function Name({ row }: { row: ConnectionRow }) {
  return (
    <span className="block min-w-44">
      <span className="block font-medium">{row.title}</span>
      <span className="block text-xs font-normal text-faint">
        {row.channel_title} · {row.reseller_name}
      </span>
    </span>
  )
}

function PhoneRow({ row }: { row: ConnectionRow }) {
  const t = useTranslations('channels')
  const when = useWhen()
  return (
    <span className="block space-y-1.5">
      <Name row={row} />
      <StateBadges connection={row} />
      <span className="block text-sm text-soft">
        {t('lastCall')}: {when(row.last_call_at)}
      </span>
      {row.traffic.failed > 0 && (
        <span className="block text-sm text-bad">
          {t('failures')}: {row.traffic.failed}
        </span>
      )}
    </span>
  )
}
