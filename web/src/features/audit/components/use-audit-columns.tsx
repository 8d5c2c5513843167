'use client'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AuditEntry } from '@/api/models'
import type { OptionName } from '@/components/table/filter-words'
import type { TableColumn } from '@/components/table/model'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useDeedName, useKindName } from '../use-deed-name'
import { Changes } from './changes'

const actors = ['staff', 'agent', 'guide', 'customer', 'system', 'channel', 'ai', 'api_key', 'support'] as const

/** Names of who acts, of what was done and of what it was about in the reader's language. */
export function useOptionName(): OptionName {
  const t = useTranslations('audit')
  const deedName = useDeedName()
  const kindName = useKindName()
  return useCallback(
    (column, option) => {
      if (column === 'action') return deedName(String(option.id))
      if (column === 'entity_type') return kindName(String(option.id))
      const actor = column === 'actor_type' && actors.find((one) => one === option.slug)
      return actor ? t(`actor_${actor}`) : option.name
    },
    [t, deedName, kindName],
  )
}

export function useAuditColumns(): TableColumn<AuditEntry>[] {
  const t = useTranslations('audit')
  const format = useFormat()
  const deedName = useDeedName()
  const kindName = useKindName()
  const zone = useSession()?.account.time_zone ?? 'UTC'
  return useMemo(
    () => [
      { key: 'at', label: t('at'), width: 170, cell: (row) => format.instant(row.at, zone) },
      { key: 'user_avatar', label: t('who'), width: 150, cell: (row) => row.actor.name || '–' },
      {
        key: 'action',
        label: t('action'),
        width: 230,
        cell: (row) => <span className="block truncate">{deedName(row.action)}</span>,
      },
      { key: 'changes', label: t('changes'), width: 340, cell: (row) => <Changes entry={row} /> },
      {
        key: 'entity_type',
        label: t('object'),
        width: 180,
        cell: (row) => `${kindName(row.entity_type)} ${row.entity_id || ''}`,
      },
      { key: 'ip', label: t('address'), width: 130, cell: (row) => row.ip ?? '–' },
      ...extras(t),
    ],
    [t, format, zone, deedName, kindName],
  )
}

const extras = (t: ReturnType<typeof useTranslations<'audit'>>): TableColumn<AuditEntry>[] => [
  {
    key: 'actor_type',
    label: t('kind'),
    isExtra: true,
    cell: (row) => t(`actor_${actors.find((one) => one === row.actor.type) ?? 'system'}`),
  },
  { key: 'entity_id', label: t('number'), isExtra: true, align: 'end', cell: (row) => row.entity_id },
  { key: 'trip_id', label: t('trip'), isExtra: true, align: 'end', cell: (row) => row.trip_id ?? '–' },
  { key: 'reason', label: t('reason'), isExtra: true, cell: (row) => row.reason ?? '–' },
]
