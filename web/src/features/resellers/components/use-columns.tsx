'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ResellerRow } from '@/api/models'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useRateWords, useValueName } from '../use-words'
import { Debt } from './debt'
import { StatusBadge } from './status-badge'

const filterOnly = ['commission_amount', 'wholesale_ppm', 'is_voucher_required', 'is_agent_required'] as const

/** The columns of the list, and names for what is only filtered by. */
export function useColumns() {
  const t = useTranslations('resellers')
  const valueName = useValueName()
  const who = useWhoColumns()
  const money = useMoneyColumns()
  const columns = useMemo(() => [...who, ...money], [who, money])
  const columnName = useCallback(
    (key: string) => {
      const known = filterOnly.find((one) => one === key)
      if (known === 'wholesale_ppm') return t('shareOfPrice')
      return known && t(`col_${known}`)
    },
    [t],
  )
  const optionName = useCallback<OptionName>(
    (column, option) => (option.slug && valueName(column, option.slug)) || option.name,
    [valueName],
  )
  return { columns, columnName, optionName }
}

function useWhoColumns(): TableColumn<ResellerRow>[] {
  const t = useTranslations('resellers')
  const valueName = useValueName()
  const rateWords = useRateWords()
  return useMemo(
    () => [
      { key: 'name', label: t('name'), width: 220, cell: (row) => <Name row={row} /> },
      {
        key: 'reseller_type',
        label: t('type'),
        width: 156,
        cell: (row) => valueName('reseller_type', row.reseller_type),
      },
      {
        key: 'collect_type',
        label: t('collects'),
        width: 176,
        cell: (row) => valueName('collect_type', row.collect_type),
      },
      {
        key: 'commission_ppm',
        label: t('commission'),
        width: 140,
        cell: (row) => rateWords(row, row.currency),
      },
      { key: 'status', label: t('status'), isExtra: true, cell: (row) => <StatusBadge status={row.status} /> },
      {
        key: 'payment_method',
        label: t('payment'),
        width: 200,
        isExtra: true,
        cell: (row) => valueName('payment_method', row.payment_method),
      },
      { key: 'promo_link_code', label: t('promoCode'), isExtra: true, cell: (row) => row.promo_link_code },
    ],
    [t, valueName, rateWords],
  )
}

/** Who it is; whoever doesn't sell now is marked. */
function Name({ row }: { row: ResellerRow }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2">
      <bdi className="truncate">{row.name}</bdi>
      {row.status !== 'active' && <StatusBadge status={row.status} />}
    </span>
  )
}

type Sum = 'sold_amount' | 'owed_amount' | 'late_amount' | 'payable_amount' | 'topup_balance' | 'credit_limit_amount'

function useMoneyColumns(): TableColumn<ResellerRow>[] {
  const t = useTranslations('resellers')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return useMemo(() => {
    const sum = (key: Sum): TableColumn<ResellerRow> => ({
      key,
      label: t(key),
      width: 112,
      align: 'end',
      cell: (row) => {
        const amount = row[key]
        return amount !== null && <Debt amount={amount} currency={row.currency} isLate={key === 'late_amount'} />
      },
    })
    return [
      sum('sold_amount'),
      sum('owed_amount'),
      sum('late_amount'),
      { ...sum('payable_amount'), isExtra: true },
      { ...sum('credit_limit_amount'), isExtra: true },
      { ...sum('topup_balance'), isExtra: true },
      {
        key: 'created_at',
        label: t('since'),
        isExtra: true,
        cell: (row) => format.day(dayIn(zone, new Date(row.created_at)), 'medium'),
      },
    ]
  }, [t, format, zone])
}

/** Those who sell now, those who take the guests' money, and those put away. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('resellers')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: 'name' },
      {
        id: 'collecting',
        title: t('view_collecting'),
        filters: [{ field: 'collect_type', op: 'in', value: ['reseller_collects', 'net_at_booking'] }],
        sort: 'name',
      },
      {
        id: 'online',
        title: t('view_online'),
        filters: [{ field: 'reseller_type', op: 'eq', value: 'ota' }],
        sort: 'name',
      },
      {
        id: 'archived',
        title: t('status_archived'),
        filters: [{ field: 'status', op: 'eq', value: 'archived' }],
        sort: 'name',
      },
    ],
    [t],
  )
}
