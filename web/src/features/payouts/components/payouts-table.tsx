'use client'
import { Landmark } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { EmptyState } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { fetchPayouts, type Payout } from '../api'
import { statusOf, statuses } from '../model'
import { usePlace } from '../use-place'
import { StatusBadge } from './status-badge'

/** Every payout, the newest first; a row opens what it is made of. */
export function PayoutsTable() {
  const t = useTranslations('payouts')
  const locale = useLocale()
  const { today } = usePlace()
  const optionName = useCallback<OptionName>(
    (column, option) =>
      column === 'status' && statuses.some((one) => one === option.slug)
        ? t(`status_${statusOf(option.slug ?? '')}`)
        : option.name,
    [t],
  )
  const columnName = useCallback((key: string) => (key === 'is_automatic' ? t('col_is_automatic') : undefined), [t])
  return (
    <DataTable
      table="payouts"
      label={t('title')}
      columns={useColumns()}
      columnName={columnName}
      optionName={optionName}
      systemViews={useViews()}
      fetchPage={useMemo(() => fetchPayouts(today), [today])}
      searchLabel={t('title')}
      rowName={(row) => t('rowName', { date: row.arrival_date })}
      rowHref={(row) => href('payouts', { part: row.gateway_id }, locale)}
      phoneRow={(row) => <PhoneRow row={row} />}
      isExported={useCan('export')}
      empty={
        <EmptyState icon={<Landmark aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')} />
      }
    />
  )
}

function useColumns(): TableColumn<Payout>[] {
  const t = useTranslations('payouts')
  const format = useFormat()
  return useMemo(() => {
    const money = (key: keyof Payout, sign = 1) => ({
      key,
      label: t(`col_${key}` as 'col_amount'),
      width: 120,
      align: 'end' as const,
      cell: (row: Payout) => format.money(Number(row[key]) * sign, row.currency),
    })
    return [
      {
        key: 'arrival_date',
        label: t('col_arrival_date'),
        width: 160,
        cell: (row) => format.day(row.arrival_date, 'medium'),
      },
      { key: 'status', label: t('col_status'), width: 130, cell: (row) => <StatusBadge status={row.status} /> },
      { ...money('amount'), cell: (row) => <strong>{format.money(row.amount, row.currency)}</strong> },
      money('payment_amount'),
      money('refund_amount'),
      money('fee_amount', -1),
      { ...money('dispute_amount'), isExtra: true },
      { ...money('other_amount'), isExtra: true },
      {
        key: 'transaction_cnt',
        label: t('col_transaction_cnt'),
        width: 90,
        align: 'end',
        cell: (row) => format.number(row.transaction_cnt),
      },
      { key: 'bank_name', label: t('col_bank_name'), width: 180, cell: (row) => bankOf(row) },
      { key: 'gateway_id', label: t('col_gateway_id'), isExtra: true, cell: (row) => row.gateway_id },
    ]
  }, [t, format])
}

export const bankOf = ({ bank_name, bank_last4 }: Pick<Payout, 'bank_name' | 'bank_last4'>) =>
  [bank_name, bank_last4 && `•••• ${bank_last4}`].filter(Boolean).join(' ')

function useViews(): SystemView[] {
  const t = useTranslations('payouts')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: '-arrival_date' },
      {
        id: 'coming',
        title: t('coming'),
        filters: [{ field: 'status', op: 'in', value: ['pending', 'in_transit'] }],
        sort: '-arrival_date',
      },
      {
        id: 'failed',
        title: t('status_failed'),
        filters: [{ field: 'status', op: 'in', value: ['failed'] }],
        sort: '-arrival_date',
      },
    ],
    [t],
  )
}

function PhoneRow({ row }: { row: Payout }) {
  const format = useFormat()
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center justify-between gap-3">
        <span className="font-medium">{format.day(row.arrival_date, 'medium')}</span>
        <span className="font-semibold tabular-nums">{format.money(row.amount, row.currency)}</span>
      </span>
      <span className="flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">{bankOf(row)}</span>
        <StatusBadge status={row.status} />
      </span>
    </span>
  )
}
