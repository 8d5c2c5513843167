'use client'
import { useMutation } from '@tanstack/react-query'
import { Archive, ArchiveRestore } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import type { BulkTarget } from '@/components/table/model'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { href } from '@/routes'
import { fetchResellers, setStatuses } from '../api'
import { PhoneRow } from './phone-row'
import { useColumns, useSystemViews } from './use-columns'

/** The list of resellers with what can be done to many at once. */
export function ResellersTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations('resellers')
  const locale = useLocale()
  const { columns, columnName, optionName } = useColumns()
  return (
    <DataTable
      table="resellers"
      label={t('title')}
      columns={columns}
      columnName={columnName}
      optionName={optionName}
      systemViews={useSystemViews()}
      fetchPage={fetchResellers}
      searchLabel={t('searchList')}
      rowName={(row) => row.name}
      rowHref={(row) => href('reseller', { reseller: String(row.id) }, locale)}
      phoneRow={(row) => <PhoneRow row={row} />}
      bulkActions={useBulkActions()}
      isExported={useCan('export')}
      empty={empty}
    />
  )
}

type Asked = { target: BulkTarget; status: 'active' | 'archived'; clear: () => void }

function useBulkActions() {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const { mutate } = useMutation({
    mutationFn: ({ target, status }: Asked) => setStatuses(target, status),
    onSuccess: (_, { clear }) => {
      clear()
      toast.success(t('bulkStarted'))
    },
    onError: (error) => toast.error(common('failedTitle'), { description: errorText(error) }),
  })
  if (!useCan('reseller.manage')) return undefined
  return (target: BulkTarget, clear: () => void) => [
    {
      id: 'archive',
      label: t('archive'),
      icon: <Archive aria-hidden className="size-4" />,
      onAction: () => mutate({ target, clear, status: 'archived' }),
    },
    {
      id: 'activate',
      label: t('activate'),
      icon: <ArchiveRestore aria-hidden className="size-4" />,
      onAction: () => mutate({ target, clear, status: 'active' }),
    },
  ]
}
