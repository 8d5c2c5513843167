'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { SystemView, TableColumn } from '@/components/table/model'
import { Badge } from '@/components/ui/badge'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { WaiverRow } from '../api'
import { StateBadge } from './state-badge'

/** The columns of the list of signed waivers, and the names of those it is only filtered by. */
export function useColumns() {
  const t = useTranslations('waivers')
  const who = useWhoColumns()
  const when = useWhenColumns()
  const columns = useMemo(() => [...who, ...when], [who, when])
  const columnName = useCallback(
    (key: string) => {
      const known = (['is_expired', 'is_void', 'is_assigned', 'is_minor', 'template'] as const).find(
        (one) => one === key,
      )
      return known && t(`col_${known}`)
    },
    [t],
  )
  return { columns, columnName }
}

function useWhoColumns(): TableColumn<WaiverRow>[] {
  const t = useTranslations('waivers')
  return useMemo(
    () => [
      {
        key: 'name',
        label: t('col_name'),
        width: 190,
        cell: (row) => (
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{row.name}</span>
            {row.is_minor && <Badge>{t('minor')}</Badge>}
          </span>
        ),
      },
      { key: 'state', label: t('col_state'), width: 120, cell: (row) => <StateBadge row={row} /> },
      { key: 'template', label: t('col_template'), width: 180, cell: (row) => row.template.name },
      {
        key: 'signer',
        label: t('col_signer'),
        width: 150,
        cell: (row) => (row.signer_name === row.name ? '' : row.signer_name),
      },
      { key: 'trip', label: t('col_trip'), width: 110, cell: (row) => row.trip?.confirmation_code },
      { key: 'email', label: t('col_email'), isExtra: true, cell: (row) => row.email },
    ],
    [t],
  )
}

function useWhenColumns(): TableColumn<WaiverRow>[] {
  const t = useTranslations('waivers')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return useMemo(
    () => [
      { key: 'day', label: t('col_day'), width: 130, cell: (row) => format.day(row.day, 'medium') },
      { key: 'signed_at', label: t('col_signed_at'), width: 150, cell: (row) => format.instant(row.signed_at, zone) },
      {
        key: 'expires_on',
        label: t('col_expires_on'),
        width: 130,
        cell: (row) => (row.expires_on ? format.day(row.expires_on, 'medium') : t('never')),
      },
    ],
    [t, format, zone],
  )
}

/** All that count, those that belong to nobody yet, and those that do not count any more. */
export function useSystemViews(): SystemView[] {
  const t = useTranslations('waivers')
  return useMemo(() => {
    const sort = '-signed_at'
    const valid = { field: 'is_void', op: 'eq', value: false }
    return [
      { id: 'all', title: t('view_all'), sort },
      {
        id: 'unassigned',
        title: t('view_unassigned'),
        filters: [{ field: 'is_assigned', op: 'eq', value: false }, valid],
        sort,
      },
      { id: 'minors', title: t('view_minors'), filters: [{ field: 'is_minor', op: 'eq', value: true }, valid], sort },
      { id: 'expired', title: t('view_expired'), filters: [{ field: 'is_expired', op: 'eq', value: true }], sort },
      { id: 'void', title: t('view_void'), filters: [{ field: 'is_void', op: 'eq', value: true }], sort },
    ]
  }, [t])
}
