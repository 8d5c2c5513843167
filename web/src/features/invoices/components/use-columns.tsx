'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'
import type { InvoiceRow } from '@/components/invoices/api'
import { directions } from '@/components/invoices/model'
import { useDayOf, useStatusName } from '@/components/invoices/use-words'
import { InvoiceBadge } from '@/components/invoices/status-badge'

/** The columns of the list, and names for what is only filtered by. */
export function useColumns() {
  const t = useTranslations('invoices')
  const statusName = useStatusName()
  const what = useWhatColumns()
  const money = useMoneyColumns()
  const when = useWhenColumns()
  const columns = useMemo(() => [...what, ...money, ...when], [what, money, when])
  const columnName = useCallback((key: string) => (key === 'overdue' ? t('overdue') : undefined), [t])
  const optionName = useCallback<OptionName>(
    (column, option) => {
      const direction = directions.find((one) => one === option.slug)
      if (column === 'direction' && direction) return t(`direction_${direction}`)
      return (column === 'status' && option.slug && statusName(option.slug)) || option.name
    },
    [t, statusName],
  )
  return { columns, columnName, optionName }
}

function useWhatColumns(): TableColumn<InvoiceRow>[] {
  const t = useTranslations('invoices')
  return useMemo(
    () => [
      {
        key: 'number',
        label: t('number'),
        width: 128,
        cell: (row) => row.number ?? <span className="text-faint">{t('draft')}</span>,
      },
      { key: 'reseller', label: t('partner'), width: 200, cell: (row) => <bdi>{row.reseller.name}</bdi> },
      { key: 'status', label: t('status'), width: 140, cell: (row) => <InvoiceBadge row={row} /> },
      {
        key: 'direction',
        label: t('direction'),
        width: 150,
        isExtra: true,
        cell: (row) => t(`direction_${row.direction}`),
      },
    ],
    [t],
  )
}

function useMoneyColumns(): TableColumn<InvoiceRow>[] {
  const t = useTranslations('invoices')
  const format = useFormat()
  return useMemo(() => {
    const sum = (key: 'total_due' | 'amount_paid' | 'balance'): TableColumn<InvoiceRow> => ({
      key,
      label: t(key),
      width: 116,
      align: 'end',
      cell: (row) => {
        const isNothing = row[key] === 0 || (key === 'balance' && ['void', 'unsent'].includes(row.status))
        const weight = key === 'balance' && !isNothing && 'font-semibold'
        return <span className={cx(weight, isNothing && 'text-faint')}>{format.money(row[key], row.currency)}</span>
      },
    })
    return [sum('total_due'), { ...sum('amount_paid'), isExtra: true }, sum('balance')]
  }, [t, format])
}

function useWhenColumns(): TableColumn<InvoiceRow>[] {
  const t = useTranslations('invoices')
  const format = useFormat()
  const dayOf = useDayOf()
  return useMemo(() => {
    const day = (text: string | null) => text && format.day(text, 'medium')
    return [
      {
        key: 'due_date',
        label: t('due'),
        width: 136,
        cell: (row) => (
          <span className={cx(row.is_overdue && 'font-medium text-bad')}>
            {day(row.due_date) ?? <span className="text-faint">–</span>}
          </span>
        ),
      },
      {
        key: 'issued_at',
        label: t('sentOn'),
        width: 136,
        cell: (row) => (row.issued_at ? day(dayOf(row.issued_at)) : <span className="text-faint">–</span>),
      },
      {
        key: 'created_at',
        label: t('createdOn'),
        isExtra: true,
        width: 136,
        cell: (row) => day(dayOf(row.created_at)),
      },
      { key: 'date_from', label: t('periodFrom'), isExtra: true, width: 136, cell: (row) => day(row.date_from) },
      { key: 'date_to', label: t('periodTo'), isExtra: true, width: 136, cell: (row) => day(row.date_to) },
    ]
  }, [t, format, dayOf])
}

/** All of them; what waits to be sent, to be paid, what is late; and what is paid to partners. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('invoices')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: '-created_at' },
      {
        id: 'unsent',
        title: t('view_unsent'),
        filters: [{ field: 'status', op: 'in', value: ['unsent'] }],
        sort: '-created_at',
      },
      {
        id: 'open',
        title: t('view_open'),
        filters: [{ field: 'status', op: 'in', value: ['sent', 'partially_paid'] }],
        sort: 'due_date',
      },
      {
        id: 'overdue',
        title: t('view_overdue'),
        filters: [{ field: 'overdue', op: 'eq', value: true }],
        sort: 'due_date',
      },
      {
        id: 'payable',
        title: t('view_payable'),
        filters: [{ field: 'direction', op: 'in', value: ['payable'] }],
        sort: '-created_at',
      },
    ],
    [t],
  )
}
