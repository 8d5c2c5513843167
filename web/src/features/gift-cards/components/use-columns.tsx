'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { CardStatusBadge, cardStatuses } from '@/components/gift-cards/status-badge'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { CardRow } from '../api'

/** The columns of the list of gift cards. */
export function useColumns() {
  const t = useTranslations('giftCards')
  const face = useTranslations('cardFace')
  const what = useWhatColumns()
  const worth = useWorthColumns()
  const when = useWhenColumns()
  const columns = useMemo(() => [...what, ...worth, ...when], [what, worth, when])
  const columnName = useCallback(
    (key: string) => {
      const known = (['kind', 'is_physical', 'code_source', 'balance_purchased', 'balance_promo'] as const).find(
        (one) => one === key,
      )
      return known && t(`col_${known}`)
    },
    [t],
  )
  const optionName = useCallback<OptionName>(
    (column, option) => {
      const status = cardStatuses.find((one) => one === option.slug)
      if (column === 'status' && status) return face(`status_${status}`)
      if (column === 'kind') return t(option.slug === 'credit' ? 'kind_credit' : 'kind_gift')
      if (column === 'code_source') return t(option.slug === 'manual' ? 'code_manual' : 'code_auto')
      return option.name
    },
    [t, face],
  )
  return { columns, columnName, optionName }
}

function useWhatColumns(): TableColumn<CardRow>[] {
  const t = useTranslations('giftCards')
  return useMemo(
    () => [
      {
        key: 'last4',
        label: t('col_code'),
        width: 108,
        cell: (row) => <span className="font-mono">{row.code_masked}</span>,
      },
      { key: 'status', label: t('col_status'), width: 112, cell: (row) => <CardStatusBadge status={row.status} /> },
      {
        key: 'recipient',
        label: t('col_recipient'),
        width: 156,
        cell: (row) => row.recipient_name || row.recipient_email,
      },
      { key: 'sold_trip', label: t('col_sold_trip'), width: 124, cell: (row) => row.sold_trip?.confirmation_code },
      { key: 'recipient_email', label: t('email'), isExtra: true, cell: (row) => row.recipient_email },
      { key: 'sender_name', label: t('sender'), isExtra: true, cell: (row) => row.sender_name },
    ],
    [t],
  )
}

function useWorthColumns(): TableColumn<CardRow>[] {
  const t = useTranslations('giftCards')
  const format = useFormat()
  return useMemo(
    () => [
      {
        key: 'balance',
        label: t('col_balance'),
        width: 100,
        align: 'end',
        cell: (row) => <strong className="font-semibold">{format.money(row.balance, row.currency)}</strong>,
      },
      {
        key: 'purchased_amount',
        label: t('col_purchased'),
        width: 128,
        align: 'end',
        cell: (row) => format.money(row.purchased_amount, row.currency),
      },
      {
        key: 'promo_amount',
        label: t('col_promo'),
        width: 116,
        align: 'end',
        cell: (row) => (row.promo_amount ? format.money(row.promo_amount, row.currency) : ''),
      },
    ],
    [t, format],
  )
}

function useWhenColumns(): TableColumn<CardRow>[] {
  const t = useTranslations('giftCards')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return useMemo(() => {
    const day = (at: string | null) => at && format.day(dayIn(zone, new Date(at)), 'medium')
    return [
      { key: 'created_at', label: t('col_created_at'), width: 150, cell: (row) => day(row.created_at) },
      { key: 'expires_at', label: t('col_expires_at'), width: 150, cell: (row) => day(row.expires_at) },
      { key: 'deliver_at', label: t('col_deliver_at'), isExtra: true, cell: (row) => day(row.deliver_at) },
      { key: 'delivered_at', label: t('col_delivered_at'), isExtra: true, cell: (row) => day(row.delivered_at) },
    ]
  }, [t, format, zone])
}

/** All of them, what is owed, what waits, what runs out. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('giftCards')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: '-created_at' },
      {
        id: 'open',
        title: t('view_open'),
        filters: [{ field: 'status', op: 'in', value: ['active'] }],
        sort: '-balance',
      },
      {
        id: 'waiting',
        title: t('view_waiting'),
        filters: [{ field: 'status', op: 'in', value: ['pending'] }],
        sort: '-created_at',
      },
      {
        id: 'credit',
        title: t('view_credit'),
        filters: [{ field: 'kind', op: 'in', value: ['credit'] }],
        sort: '-created_at',
      },
    ],
    [t],
  )
}
