'use client'
import { Building2 } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import type { OperatorRow } from '../api'
import { megabytes, type Stage } from '../model'
import { StatusBadge } from './status-badge'

/** Operators with how they are, on phones as cards. */
export function OperatorList({ rows }: { rows: OperatorRow[] }) {
  const t = useTranslations('operators')
  const locale = useLocale()
  const columns = [
    { id: 'name', name: t('name'), isRowHeader: true },
    { id: 'status', name: t('status') },
    { id: 'stage', name: t('stage') },
    { id: 'last_sale', name: t('lastSale') },
    { id: 'errors', name: t('errors'), align: 'end' as const },
    { id: 'plugins', name: t('plugins'), align: 'end' as const },
    { id: 'jobs', name: t('jobs'), align: 'end' as const },
    { id: 'size', name: t('size'), align: 'end' as const },
  ]
  return (
    <div className="rounded-xl border bg-surface">
      <SimpleTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowHref={(row) => href('platformOperator', { account: String(row.id) }, locale)}
        cell={(row, column) => <Cell row={row} column={column} />}
        phone={(row) => <PhoneRow row={row} />}
        empty={<EmptyState icon={<Building2 className="size-7" />} title={t('empty')} />}
      />
    </div>
  )
}

function Cell({ row, column }: { row: OperatorRow; column: string }) {
  const format = useFormat()
  if (column === 'name') return <Name row={row} />
  if (column === 'status') return <StatusBadge status={row.status} />
  if (column === 'stage') return <StageName row={row} />
  if (column === 'last_sale') return <LastSale at={row.last_sale_at} />
  if (column === 'size') return row.schema_bytes === null ? '–' : `${format.number(megabytes(row.schema_bytes))} MB`
  const counts = { errors: row.error_cnt, plugins: row.failing_plugin_cnt, jobs: row.stuck_job_cnt }
  return <Count value={counts[column as keyof typeof counts]} />
}

function Name({ row }: { row: OperatorRow }) {
  return (
    <span className="block min-w-0">
      <bdi className="font-medium">{row.name}</bdi>
      <span className="block text-xs text-faint">{row.slug}</span>
    </span>
  )
}

function StageName({ row }: { row: OperatorRow }) {
  const t = useTranslations('operators')
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {t(`stage_${row.stage as Stage}`)}
      {row.is_stalled && <Badge tone="warn">{t('stalled')}</Badge>}
    </span>
  )
}

function LastSale({ at }: { at: string | null }) {
  const format = useFormat()
  return at ? <time dateTime={at}>{format.day(at.slice(0, 10), 'medium')}</time> : '–'
}

function Count({ value }: { value: number | null }) {
  const format = useFormat()
  if (value === null) return '–'
  return <span className={value > 0 ? 'font-medium text-bad' : 'text-faint'}>{format.number(value)}</span>
}

function PhoneRow({ row }: { row: OperatorRow }) {
  const t = useTranslations('operators')
  const worries = [
    row.error_cnt ? t('errorsOf', { count: row.error_cnt }) : '',
    row.failing_plugin_cnt ? t('pluginsOf', { count: row.failing_plugin_cnt }) : '',
    row.stuck_job_cnt ? t('jobsOf', { count: row.stuck_job_cnt }) : '',
  ].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1 text-sm">
      <span className="flex items-center justify-between gap-3">
        <bdi className="truncate font-medium">{row.name}</bdi>
        <StatusBadge status={row.status} />
      </span>
      <span className="text-soft">
        <StageName row={row} /> · {t('lastSale')}: <LastSale at={row.last_sale_at} />
      </span>
      {worries.length > 0 && <span className="text-bad">{worries.join(' · ')}</span>}
    </span>
  )
}
