'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { fetchCalls } from '@/components/calls/api'
import type { CallRow } from '@/components/calls/types'
import { useCallWords } from '@/components/calls/words'
import { DataTable } from '@/components/table/data-table'
import { useLive } from '@/lib/live/use-live'
import { useCan } from '@/lib/session'
import { href } from '@/routes'
import { PhoneRow } from './phone-row'
import { useColumns, useSystemViews } from './use-columns'

const kinds = ['call.ringing', 'call.changed'] as const

/** The list of calls; who waits for a call is one of its views. */
export function CallsTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations('calls')
  const locale = useLocale()
  const queries = useQueryClient()
  const words = useCallWords()
  const { columns, columnName, optionName } = useColumns()
  const systemViews = useSystemViews()
  useLive(kinds, () => void queries.invalidateQueries({ queryKey: ['list', 'calls'] }))
  const rowHref = useCallback((row: CallRow) => href('call', { call: String(row.id) }, locale), [locale])
  return (
    <DataTable
      table="calls"
      label={t('title')}
      columns={columns}
      columnName={columnName}
      optionName={optionName}
      systemViews={systemViews}
      fetchPage={fetchCalls}
      searchLabel={t('search')}
      rowName={words.who}
      rowHref={rowHref}
      phoneRow={(row) => <PhoneRow row={row} />}
      isExported={useCan('export')}
      empty={empty}
    />
  )
}
