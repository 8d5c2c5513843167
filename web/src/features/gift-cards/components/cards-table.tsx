'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import { useCan } from '@/lib/session'
import { fetchCards } from '../api'
import { useCardHref } from '../use-open-card'
import { PhoneRow } from './phone-row'
import { useColumns, useSystemViews } from './use-columns'

/** The list; a row opens its card beside it. */
export function CardsTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations('giftCards')
  const { columns, columnName, optionName } = useColumns()
  const systemViews = useSystemViews()
  const cardHref = useCardHref()
  return (
    <DataTable
      table="giftCards"
      label={t('title')}
      columns={columns}
      columnName={columnName}
      optionName={optionName}
      systemViews={systemViews}
      fetchPage={fetchCards}
      searchLabel={t('searchList')}
      rowName={(row) => t('rowName', { code: row.last4, name: row.recipient_name })}
      rowHref={(row) => cardHref(row.id)}
      phoneRow={(row) => <PhoneRow row={row} />}
      isExported={useCan('export')}
      empty={empty}
    />
  )
}
