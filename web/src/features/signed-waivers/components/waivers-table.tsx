'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import { useCan } from '@/lib/session'
import { fetchWaivers } from '../api'
import { usePlaceHref } from '../use-place'
import { PhoneRow } from './phone-row'
import { useColumns, useSystemViews } from './use-columns'

/** Everything that was signed; a row opens what is known of it beside the list. */
export function WaiversTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations('waivers')
  const { columns, columnName } = useColumns()
  const hrefOf = usePlaceHref()
  return (
    <DataTable
      table="waivers"
      label={t('title')}
      columns={columns}
      columnName={columnName}
      systemViews={useSystemViews()}
      fetchPage={fetchWaivers}
      searchLabel={t('search')}
      rowName={(row) => t('rowName', { name: row.name, template: row.template.name })}
      rowHref={(row) => hrefOf({ waiver: String(row.id) })}
      phoneRow={(row) => <PhoneRow row={row} />}
      isExported={useCan('export')}
      empty={empty}
    />
  )
}
