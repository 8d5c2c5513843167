'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, ReceiptText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { ofResellerQuery, type InvoiceRow } from '@/components/invoices/api'
import { PhoneRow } from '@/components/invoices/phone-row'
import { InvoiceBadge } from '@/components/invoices/status-badge'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import type { TabProps } from './types'

const AccountStatement = late(() =>
  import('@/components/invoices/account-statement').then((file) => file.AccountStatement),
)
const MonthDialog = late(() => import('@/components/invoices/month-dialog').then((file) => file.MonthDialog))
const RunDialog = late(() => import('@/components/invoices/run-dialog').then((file) => file.RunDialog))

/** What a partner was billed, how late it is, and their account from day to day. */
export default function InvoicesTab({ reseller }: TabProps) {
  const t = useTranslations('invoices')
  const mayManage = useCan('invoice.manage')
  const [isAdding, setAdding] = useState(false)
  const [job, setJob] = useState<number | null>(null)
  const { data, error, refetch } = useQuery(ofResellerQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-64 rounded-xl" />
  const add = mayManage && (
    <Button
      size={data.length ? 'sm' : 'md'}
      look={data.length ? 'secondary' : 'primary'}
      onPress={() => setAdding(true)}
    >
      <Plus aria-hidden className="size-4" />
      {t('createInvoice')}
    </Button>
  )
  const started = (id: number) => {
    setAdding(false)
    setJob(id)
  }
  return (
    <div className="space-y-5">
      {data.length === 0 ? (
        <None name={reseller.name}>{add}</None>
      ) : (
        <>
          <AccountStatement reseller={reseller.id} />
          <Card title={t('title')} actions={add}>
            <Rows rows={data} />
          </Card>
        </>
      )}
      {isAdding && <MonthDialog reseller={reseller.id} onClose={() => setAdding(false)} onStarted={started} />}
      {job !== null && <RunDialog key={job} job={job} onClose={() => setJob(null)} />}
    </div>
  )
}

function None({ name, children }: { name: string; children: ReactNode }) {
  const t = useTranslations('invoices')
  const icon = <ReceiptText aria-hidden className="size-7" />
  return (
    <EmptyState icon={icon} title={t('noneOfTitle')} text={t('noneOfText', { name })}>
      {children}
    </EmptyState>
  )
}

function Rows({ rows }: { rows: InvoiceRow[] }) {
  const t = useTranslations('invoices')
  const locale = useLocale()
  const columns = [
    { id: 'number', name: t('number'), isRowHeader: true },
    { id: 'period', name: t('period') },
    { id: 'status', name: t('status') },
    { id: 'due', name: t('due') },
    { id: 'total', name: t('total_due'), align: 'end' as const },
    { id: 'balance', name: t('balance'), align: 'end' as const },
  ]
  return (
    <div className="-m-4 sm:-m-5">
      <SimpleTable
        label={t('title')}
        columns={columns}
        rows={rows}
        rowHref={(row) => href('invoice', { invoice: String(row.id) }, locale)}
        phone={(row) => <PhoneRow row={row} isOfOne />}
        cell={(row, column) => <Cell row={row} column={column} />}
      />
    </div>
  )
}

function Cell({ row, column }: { row: InvoiceRow; column: string }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const day = (text: string) => format.day(text, 'medium')
  switch (column) {
    case 'number':
      return row.number ?? t('draft')
    case 'period':
      return <span className="whitespace-nowrap">{`${day(row.date_from)} – ${day(row.date_to)}`}</span>
    case 'status':
      return <InvoiceBadge row={row} />
    case 'due':
      return <span className={row.is_overdue ? 'text-bad' : undefined}>{row.due_date ? day(row.due_date) : '–'}</span>
    case 'total':
      return format.money(row.total_due, row.currency)
    default:
      return format.money(row.status === 'void' ? 0 : row.balance, row.currency)
  }
}
