'use client'
import { late } from '@/lib/late'
import { GitMerge, Tag, UserX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { BulkAction } from '@/components/table/bulk-bar'
import { DataTable } from '@/components/table/data-table'
import type { BulkTarget } from '@/components/table/model'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { href } from '@/routes'
import { fetchCustomers } from '../api'
import { useCustomerName } from '../use-names'
import { PhoneRow } from './phone-row'
import { useColumns, useSystemViews } from './use-columns'

const BulkAnonymiseDialog = late(() => import('./bulk-anonymise-dialog').then((file) => file.BulkAnonymiseDialog))
const MergeDialog = late(() => import('./merge-dialog').then((file) => file.MergeDialog))
const TagDialog = late(() => import('./tag-dialog').then((file) => file.TagDialog))

type Open = { deed: 'tag' | 'merge' | 'anonymise'; target: BulkTarget; clear: () => void }

/** The list of customers with what can be done to many at once. */
export function CustomersTable({ empty }: { empty: ReactNode }) {
  const t = useTranslations('customers')
  const locale = useLocale()
  const nameOf = useCustomerName()
  const [open, setOpen] = useState<Open | null>(null)
  const { columns, columnName, optionName } = useColumns()
  const systemViews = useSystemViews()
  const bulkActions = useBulkActions(setOpen)
  const done = () => {
    open?.clear()
    setOpen(null)
  }
  return (
    <>
      <DataTable
        table="customers"
        label={t('title')}
        columns={columns}
        columnName={columnName}
        optionName={optionName}
        systemViews={systemViews}
        fetchPage={fetchCustomers}
        searchLabel={t('searchList')}
        rowName={nameOf}
        rowHref={(row) => href('customer', { customer: String(row.id) }, locale)}
        phoneRow={(row) => <PhoneRow row={row} />}
        bulkActions={bulkActions}
        isExported={useCan('export')}
        empty={empty}
      />
      {open?.deed === 'tag' && <TagDialog target={open.target} onClose={() => setOpen(null)} onDone={done} />}
      {open?.deed === 'merge' && 'ids' in open.target && <MergeDialog ids={open.target.ids} onClose={done} />}
      {open?.deed === 'anonymise' && (
        <BulkAnonymiseDialog target={open.target} onClose={() => setOpen(null)} onDone={done} />
      )}
    </>
  )
}

function useBulkActions(setOpen: (open: Open) => void) {
  const t = useTranslations('customers')
  const may = { tag: useCan('customer.edit'), merge: useCan('customer.merge'), delete: useCan('customer.delete') }
  if (!may.tag && !may.merge && !may.delete) return undefined
  return (target: BulkTarget, clear: () => void) => {
    const act = (deed: Open['deed']) => () => setOpen({ deed, target, clear })
    const merge = () => {
      if ('ids' in target && target.cnt > 1 && target.cnt <= 20) act('merge')()
      else toast.error(t('mergeTooMany'))
    }
    const icon = 'size-4'
    const actions: (BulkAction | false)[] = [
      may.tag && {
        id: 'tag',
        label: t('field_tags'),
        icon: <Tag aria-hidden className={icon} />,
        onAction: act('tag'),
      },
      may.merge && {
        id: 'merge',
        label: t('mergeSelected'),
        icon: <GitMerge aria-hidden className={icon} />,
        onAction: merge,
      },
      may.delete && {
        id: 'anonymise',
        label: t('anonymise'),
        icon: <UserX aria-hidden className={icon} />,
        isDanger: true,
        onAction: act('anonymise'),
      },
    ]
    return actions.filter((action) => action !== false)
  }
}
