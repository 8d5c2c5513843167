'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import type { FigureRuns, RefreshState } from '@/api/platform-models'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { runsQuery } from '../api'

const tones = { ok: 'good', waiting: 'warn', failed: 'bad' } as const

/** How far the figures have come: what is up to date, what waits, and whose work failed. */
export function RunsCard() {
  const t = useTranslations('kpis')
  const query = useQuery(runsQuery)
  return (
    <Card title={t('runs')}>
      {query.data ? (
        <div className="space-y-4">
          <Runs states={query.data.states} />
          <Failed found={query.data.failed} />
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-40 rounded-md" />
      )}
    </Card>
  )
}

function Runs({ states }: { states: RefreshState[] }) {
  const t = useTranslations('kpis')
  const format = useFormat()
  const columns = [
    { id: 'kind', name: t('runKind'), isRowHeader: true },
    { id: 'state', name: t('state') },
    { id: 'done', name: t('runDone'), align: 'end' as const },
    { id: 'waiting', name: t('runWaiting'), align: 'end' as const },
    { id: 'failed', name: t('runFailed'), align: 'end' as const },
    { id: 'newest', name: t('runNewest') },
  ]
  const cell = (row: RefreshState, column: string) => {
    if (column === 'kind') return t(`run_${row.kind}`)
    if (column === 'state') return <Badge tone={tones[row.state]}>{t(`runState_${row.state}`)}</Badge>
    if (column === 'done') return format.number(row.done_cnt)
    if (column === 'waiting') return format.number(row.waiting_cnt)
    if (column === 'failed') return format.number(row.failed_cnt)
    return row.newest_at ? format.instant(row.newest_at, 'UTC') : '–'
  }
  const rows = { rows: states, rowKey: (row: RefreshState) => row.kind }
  return (
    <SimpleTable label={t('runs')} columns={columns} {...rows} cell={cell} phone={(row) => <PhoneRun row={row} />} />
  )
}

function PhoneRun({ row }: { row: RefreshState }) {
  const t = useTranslations('kpis')
  const { number, instant } = useFormat()
  const counts = [
    [t('runDone'), row.done_cnt],
    [t('runWaiting'), row.waiting_cnt],
    [t('runFailed'), row.failed_cnt],
  ] as const
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1 text-sm">
      <span className="flex items-center justify-between gap-3">
        <span className="font-medium">{t(`run_${row.kind}`)}</span>
        <Badge tone={tones[row.state]}>{t(`runState_${row.state}`)}</Badge>
      </span>
      <span className="text-soft">{counts.map(([what, count]) => `${what}: ${number(count)}`).join(' · ')}</span>
      {row.newest_at && <span className="text-soft">{instant(row.newest_at, 'UTC')}</span>}
    </span>
  )
}

function Failed({ found }: { found: FigureRuns['failed'] }) {
  const t = useTranslations('kpis')
  const locale = useLocale()
  const format = useFormat()
  if (found.length === 0) return null
  return (
    <ul className="space-y-1 text-sm">
      {found.map((one) => (
        <li key={`${one.kind} ${one.account_id}`}>
          <Link
            href={href('platformOperator', { account: String(one.account_id) }, locale)}
            className="rounded-sm text-accent hover:underline pointer-coarse:py-2.5"
          >
            <bdi>{one.name}</bdi>
          </Link>{' '}
          <span className="text-soft">
            {t(`run_${one.kind}`)}
            {one.at && ` · ${format.instant(one.at, 'UTC')}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
