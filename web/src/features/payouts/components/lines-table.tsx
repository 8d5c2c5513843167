'use client'
import { ListTree } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { EmptyState } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { fetchLines, type Line } from '../api'
import { kindOf } from '../model'
import { usePlace } from '../use-place'
import { LinePhoneRow } from './line-row'

/** Every line of the gateway's books, also what is not paid out yet. */
export function LinesTable() {
  const t = useTranslations('payouts')
  const locale = useLocale()
  const { today } = usePlace()
  const optionName = useCallback<OptionName>(
    (column, option) => (column === 'kind' ? t(`kind_${kindOf(option.slug ?? '')}`) : option.name),
    [t],
  )
  const columnName = useCallback((key: string) => (key === 'available_at' ? t('col_available_at') : undefined), [t])
  return (
    <DataTable
      table="payoutTransactions"
      label={t('tab_lines')}
      columns={useColumns()}
      columnName={columnName}
      optionName={optionName}
      systemViews={useViews()}
      fetchPage={useMemo(() => fetchLines(today), [today])}
      searchLabel={t('tab_lines')}
      rowName={(row) => row.gateway_id}
      rowHref={(row) =>
        row.trip
          ? href('trip', { trip: String(row.trip.id), tab: 'payments' }, locale)
          : href('payouts', { part: 'lines' }, locale)
      }
      phoneRow={(row) => <LinePhoneRow row={row} />}
      isExported={useCan('export')}
      empty={
        <EmptyState
          icon={<ListTree aria-hidden className="size-7" />}
          title={t('noLinesTitle')}
          text={t('noLinesText')}
        />
      }
    />
  )
}

function useColumns(): TableColumn<Line>[] {
  const sums = useSumColumns()
  const t = useTranslations('payouts')
  const format = useFormat()
  const { zone } = usePlace()
  return useMemo(
    () => [
      {
        key: 'created_at',
        label: t('col_created_at'),
        width: 170,
        cell: (row) => format.instant(row.created_at, zone),
      },
      { key: 'kind', label: t('col_kind'), width: 120, cell: (row) => t(`kind_${kindOf(row.kind)}`) },
      {
        key: 'trip',
        label: t('col_trip'),
        width: 210,
        cell: (row) => row.trip && `${row.trip.confirmation_code} ${isolate(row.trip.contact_name)}`,
      },
      ...sums,
      {
        key: 'arrival_date',
        label: t('col_payout'),
        width: 150,
        cell: (row) => (row.arrival_date ? format.day(row.arrival_date, 'medium') : t('notPaidOut')),
      },
      { key: 'description', label: t('col_description'), isExtra: true, cell: (row) => row.description },
      { key: 'gateway_id', label: t('col_gateway_id'), isExtra: true, cell: (row) => row.gateway_id },
      { key: 'source_id', label: t('col_source_id'), isExtra: true, cell: (row) => row.source_id },
    ],
    [t, format, zone, sums],
  )
}

function useSumColumns(): TableColumn<Line>[] {
  const t = useTranslations('payouts')
  const format = useFormat()
  return useMemo(() => {
    const money = (key: 'gross' | 'fee' | 'platform_amount' | 'net', sign = 1) => ({
      key,
      label: t(`col_${key}`),
      width: 110,
      align: 'end' as const,
      cell: (row: Line) => format.money(row[key] * sign, row.currency),
    })
    return [
      money('gross'),
      money('fee', -1),
      { ...money('net'), cell: (row) => <strong>{format.money(row.net, row.currency)}</strong> },
      { ...money('platform_amount', -1), isExtra: true },
    ]
  }, [t, format])
}

function useViews(): SystemView[] {
  const t = useTranslations('payouts')
  return useMemo(
    () => [
      { id: 'all', title: t('view_lines'), sort: '-created_at' },
      {
        id: 'open',
        title: t('notPaidOut'),
        filters: [{ field: 'payout_id', op: 'empty', value: null }],
        sort: '-created_at',
      },
      {
        id: 'disputes',
        title: t('view_disputes'),
        filters: [{ field: 'kind', op: 'in', value: ['dispute'] }],
        sort: '-created_at',
      },
    ],
    [t],
  )
}
