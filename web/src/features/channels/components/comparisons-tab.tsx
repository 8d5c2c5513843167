'use client'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Reconciliation } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { channelsQuery, comparisonsQuery } from '../api'
import { bookingStates, known } from '../model'
import type { TabProps } from './types'
import { useWhen } from './state-badge'

const CompareDialog = late(() => import('./compare-dialog').then((file) => file.CompareDialog))
const kinds = ['only_theirs', 'only_ours', 'start', 'units', 'amount', 'currency', 'state'] as const

/** Their bookings against ours: each comparison and every difference it found. */
export default function ComparisonsTab({ connection }: TabProps) {
  const t = useTranslations('channels')
  const { data, error, refetch } = useQuery(comparisonsQuery(connection.id))
  const channels = useQuery(channelsQuery)
  const [isAsking, setAsking] = useState(false)
  const canAsk = channels.data?.find((one) => one.channel === connection.channel)?.can_reconcile ?? false
  const mayCompare = useCan('reseller.manage')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  const button = mayCompare && (
    <Button look="primary" onPress={() => setAsking(true)}>
      {t('compare')}
    </Button>
  )
  return (
    <div className="space-y-5">
      {data.length > 0 && <div>{button}</div>}
      {data.length === 0 && (
        <EmptyState
          icon={<Scale aria-hidden className="size-6" />}
          title={t('noComparisonsTitle')}
          text={t('noComparisonsText')}
        >
          {button}
        </EmptyState>
      )}
      {data.map((row) => (
        <Comparison key={row.id} row={row} />
      ))}
      {isAsking && <CompareDialog connectionId={connection.id} canAsk={canAsk} onClose={() => setAsking(false)} />}
    </div>
  )
}

function Comparison({ row }: { row: Reconciliation }) {
  const t = useTranslations('channels')
  const format = useFormat()
  const when = useWhen()
  const title = `${format.day(row.since, 'medium')} – ${format.day(row.until, 'medium')}`
  const tone = row.difference_cnt > 0 ? 'warn' : 'good'
  return (
    <Card title={title} actions={<Badge tone={tone}>{t('differences', { count: row.difference_cnt })}</Badge>}>
      <p className="text-sm text-soft">{t('compared', { count: row.compared_cnt, time: when(row.created_at) })}</p>
      {row.differences.length > 0 && (
        <div className="mt-3">
          <Differences row={row} />
        </div>
      )}
    </Card>
  )
}

/** One side of a difference, as people read it. */
function useTold() {
  const t = useTranslations('channels')
  const format = useFormat()
  const when = useWhen()
  const currency = useSession()?.account.currency ?? 'USD'
  return (kind: string, value: string | null) => {
    if (value === null) return '–'
    if (kind === 'amount') return format.money(Number(value), currency)
    if (kind === 'start') return when(value)
    const state = bookingStates.find((one) => one === value)
    return state ? t(`booking_${state}`) : value
  }
}

type Difference = Reconciliation['differences'][number]

function Differences({ row }: { row: Reconciliation }) {
  const t = useTranslations('channels')
  const columns = [
    { id: 'reference', name: t('reference'), isRowHeader: true },
    { id: 'kind', name: t('difference') },
    { id: 'ours', name: t('ours') },
    { id: 'theirs', name: t('theirs') },
  ]
  return (
    <SimpleTable
      label={t('difference')}
      columns={columns}
      rows={row.differences}
      rowKey={(one, index) => `${one.reference} ${one.kind} ${index}`}
      cell={(one, column) => <Cell one={one} column={column} />}
      phone={(one) => <PhoneRow one={one} />}
    />
  )
}

function PhoneRow({ one }: { one: Difference }) {
  const t = useTranslations('channels')
  return (
    <span className="block space-y-1 text-sm">
      <span className="block">
        <Cell one={one} column="reference" />
      </span>
      <span className="block">
        <Cell one={one} column="kind" />
      </span>
      <span className="block text-soft">
        {t('ours')}: <Cell one={one} column="ours" /> · {t('theirs')}: <Cell one={one} column="theirs" />
      </span>
    </span>
  )
}

function Cell({ one, column }: { one: Difference; column: string }) {
  const t = useTranslations('channels')
  const told = useTold()
  if (column === 'kind') return t(`difference_${known(kinds, one.kind)}`)
  if (column === 'ours') return told(one.kind, one.ours)
  if (column === 'theirs') return told(one.kind, one.theirs)
  const name = <span className="font-mono break-all">{one.reference}</span>
  if (one.trip_id === null) return name
  return (
    <AppLink to="trip" params={{ trip: String(one.trip_id) }} className="underline underline-offset-4">
      {name}
    </AppLink>
  )
}
