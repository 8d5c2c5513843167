'use client'
import { Star } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomerRow } from '@/api/models'
import type { OptionName } from '@/components/table/filter-words'
import type { SystemView, TableColumn } from '@/components/table/model'
import { Badge } from '@/components/ui/badge'
import { dayIn } from '@/lib/dates'
import { languageName } from '@/lib/languages'
import { formatPhone } from '@/lib/phone'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useCustomerName } from '../use-names'

const filterOnly = ['is_anonymised', 'is_vip'] as const

/** The columns of the list, and names for what is only filtered by. */
export function useColumns() {
  const t = useTranslations('customers')
  const who = useWhoColumns()
  const worth = useWorthColumns()
  const columns = useMemo(() => [...who, ...worth], [who, worth])
  const columnName = useCallback(
    (key: string) => {
      const known = filterOnly.find((one) => one === key)
      if (known === 'is_vip') return t('vip')
      return known && t('col_is_anonymised')
    },
    [t],
  )
  const optionName = useCallback<OptionName>((column, option) => {
    return column === 'locale' && option.slug ? languageName(option.slug) : option.name
  }, [])
  return { columns, columnName, optionName }
}

function useWhoColumns(): TableColumn<CustomerRow>[] {
  const t = useTranslations('customers')
  const { locale } = useFormat()
  return useMemo(
    () => [
      { key: 'name', label: t('col_name'), width: 156, cell: (row) => <Name row={row} /> },
      { key: 'email', label: t('field_email'), width: 250, cell: (row) => row.email },
      { key: 'phone', label: t('field_phone'), width: 156, cell: (row) => row.phone && formatPhone(row.phone) },
      { key: 'tags', label: t('field_tags'), width: 140, cell: (row) => <Tags tags={row.tags} /> },
      { key: 'company', label: t('field_company'), isExtra: true, cell: (row) => row.company },
      {
        key: 'country',
        label: t('field_country'),
        isExtra: true,
        cell: (row) => row.country && new Intl.DisplayNames(locale, { type: 'region' }).of(row.country),
      },
      { key: 'locale', label: t('field_locale'), isExtra: true, cell: (row) => languageName(row.locale) },
    ],
    [t, locale],
  )
}

function useWorthColumns(): TableColumn<CustomerRow>[] {
  const t = useTranslations('customers')
  const format = useFormat()
  const properties = useSession()?.properties
  const currency = properties?.currency ?? 'USD'
  const zone = properties?.time_zone ?? 'UTC'
  return useMemo(() => {
    const day = (at: string | null) => at && format.day(dayIn(zone, new Date(at)), 'medium')
    return [
      { key: 'trip_cnt', label: t('tab_trips'), width: 76, align: 'end', cell: (row) => format.number(row.trip_cnt) },
      {
        key: 'lifetime_value_amount',
        label: t('col_lifetime_value_amount'),
        width: 140,
        align: 'end',
        cell: (row) => format.money(row.lifetime_value_amount, currency),
      },
      { key: 'last_trip_at', label: t('col_last_trip_at'), width: 150, cell: (row) => day(row.last_trip_at) },
      {
        key: 'email_opt_in',
        label: t('col_email_opt_in'),
        width: 120,
        isExtra: true,
        cell: (row) => row.email_opt_in && <Badge tone="good">{t('optedIn')}</Badge>,
      },
      {
        key: 'first_trip_at',
        label: t('col_first_trip_at'),
        width: 150,
        isExtra: true,
        cell: (row) => day(row.first_trip_at),
      },
      { key: 'created_at', label: t('col_created_at'), width: 150, isExtra: true, cell: (row) => day(row.created_at) },
    ]
  }, [t, format, currency, zone])
}

function Name({ row }: { row: CustomerRow }) {
  const t = useTranslations('customers')
  const name = useCustomerName()(row)
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className="truncate">{name}</span>
      {row.is_vip && <Star role="img" aria-label={t('vip')} className="size-3.5 shrink-0 fill-current text-warn" />}
    </span>
  )
}

function Tags({ tags }: { tags: string[] }) {
  return (
    <span className="flex gap-1 overflow-hidden">
      {tags.map((tag) => (
        <Badge key={tag}>{tag}</Badge>
      ))}
    </span>
  )
}

/** Everybody, those who matter most, those who may be written to. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('customers')
  return useMemo(
    () => [
      { id: 'all', title: t('view_all'), sort: '-last_trip_at' },
      { id: 'vip', title: t('vip'), filters: [{ field: 'is_vip', op: 'eq', value: true }], sort: '-last_trip_at' },
      {
        id: 'regulars',
        title: t('view_regulars'),
        filters: [{ field: 'trip_cnt', op: 'gte', value: 2 }],
        sort: '-trip_cnt',
      },
      {
        id: 'marketing',
        title: t('view_marketing'),
        filters: [{ field: 'email_opt_in', op: 'eq', value: true }],
        sort: 'name',
      },
    ],
    [t],
  )
}
