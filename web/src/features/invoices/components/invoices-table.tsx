'use client'
import { Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable } from '@/components/table/data-table'
import type { BulkTarget } from '@/components/table/model'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { fetchInvoices } from '@/components/invoices/api'
import { useInvoiceHref } from '../use-open-invoice'
import { PhoneRow } from '@/components/invoices/phone-row'
import { useColumns, useSystemViews } from './use-columns'

const BulkSendDialog = late(() => import('./bulk-send-dialog').then((file) => file.BulkSendDialog))

type Chosen = { target: BulkTarget; clear: () => void }
type Props = { empty: ReactNode; onJob: (job: number) => void }

/** The list of invoices; a row opens its invoice beside it, and many are sent at once. */
export function InvoicesTable({ empty, onJob }: Props) {
  const t = useTranslations('invoices')
  const { columns, columnName, optionName } = useColumns()
  const href = useInvoiceHref()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const bulkActions = useBulkActions(setChosen)
  return (
    <>
      <DataTable
        table="invoices"
        label={t('title')}
        columns={columns}
        columnName={columnName}
        optionName={optionName}
        systemViews={useSystemViews()}
        fetchPage={fetchInvoices}
        searchLabel={t('searchList')}
        rowName={(row) => t('rowName', { number: row.number ?? t('draft'), name: row.reseller.name })}
        rowHref={(row) => href(row.id)}
        phoneRow={(row) => <PhoneRow row={row} />}
        bulkActions={bulkActions}
        isExported={useCan('export')}
        empty={empty}
      />
      {chosen && (
        <BulkSendDialog
          target={chosen.target}
          onClose={() => setChosen(null)}
          onStarted={(job) => {
            chosen.clear()
            setChosen(null)
            onJob(job)
          }}
        />
      )}
    </>
  )
}

function useBulkActions(choose: (chosen: Chosen) => void) {
  const t = useTranslations('invoices')
  if (!useCan('invoice.manage')) return undefined
  return (target: BulkTarget, clear: () => void) => [
    {
      id: 'send',
      label: t('send'),
      icon: <Send aria-hidden className="size-4" />,
      onAction: () => choose({ target, clear }),
    },
  ]
}
