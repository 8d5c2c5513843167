'use client'
import { Plus, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { EmptyState } from '@/components/ui/states'
import { AskedNew } from '@/lib/asked-new'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { useListQuery, useOpenedInvoice, useOpenInvoice } from '../use-open-invoice'
import { AgeingFilter } from './ageing-filter'
import { InvoicesTable } from './invoices-table'

const InvoiceDrawer = late(() => import('./invoice-drawer').then((file) => file.InvoiceDrawer))
const MonthDialog = late(() => import('@/components/invoices/month-dialog').then((file) => file.MonthDialog))
const RunDialog = late(() => import('@/components/invoices/run-dialog').then((file) => file.RunDialog))

/** The list at both of its addresses: by itself, or with one invoice open beside it. */
export function InvoicesScreen() {
  return (
    <Guard permission="reseller.view" fallback={<ScreenSkeleton />}>
      <Invoices />
    </Guard>
  )
}

/** What partners owe and are owed: what is late, every invoice, and new ones for a month. */
function Invoices() {
  const t = useTranslations('invoices')
  const mayManage = useCan('invoice.manage')
  const [isAdding, setAdding] = useState(false)
  const run = useRun()
  const opened = useOpenedInvoice()
  const open = useOpenInvoice()
  useTitle(t('title'))
  const add = mayManage && (
    <Button look="primary" onPress={() => setAdding(true)}>
      <Plus aria-hidden className="size-4" />
      {t('createInvoices')}
    </Button>
  )
  const empty = (
    <EmptyState icon={<ReceiptText aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
      {add}
    </EmptyState>
  )
  const started = (job: number) => {
    setAdding(false)
    run.open(job)
  }
  return (
    <PageBody width="full">
      <AskedNew onAsk={() => setAdding(true)} mayMake={mayManage} />
      <PageHeader title={t('title')} text={t('listText')}>
        {add}
      </PageHeader>
      <AgeingFilter />
      <InvoicesTable empty={empty} onJob={run.open} />
      {opened !== null && <InvoiceDrawer key={opened} id={opened} onClose={() => open(null)} />}
      {isAdding && <MonthDialog onClose={() => setAdding(false)} onStarted={started} />}
      {run.job !== null && <RunDialog key={run.job} job={run.job} onClose={() => run.open(null)} />}
    </PageBody>
  )
}

/** The job that is watched: in the address, so that a notification can lead to it. */
function useRun() {
  const { query, show } = useListQuery()
  const open = (next: number | null) => {
    const after = new URLSearchParams(query)
    if (next === null) after.delete('job')
    else after.set('job', String(next))
    show(after)
  }
  return { job: Number(useQueryParam('job')) || null, open }
}
