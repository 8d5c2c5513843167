'use client'
import { useQuery } from '@tanstack/react-query'
import { Maximize2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Drawer } from '@/components/ui/drawer'
import { buttonClass } from '@/components/ui/button-class'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { invoiceQuery, type Invoice } from '@/components/invoices/api'
import { InvoiceActions } from './invoice-actions'
import { InvoiceDetails } from './invoice-details'
import { InvoiceHistory } from './invoice-history'
import { InvoiceLines } from './invoice-lines'
import { InvoicePayments } from './invoice-payments'
import { InvoiceSummary } from './invoice-summary'
import { SendProblem } from './send-problem'

/** One invoice beside the list: what it comes to, what was paid, and everything that can be done with it. */
export function InvoiceDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useTranslations('invoices')
  const { data, error, refetch } = useQuery(invoiceQuery(id))
  const title = data ? (data.number ?? t('draft')) : t('invoice')
  return (
    <Drawer title={title} isOpen onClose={onClose}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96" />}
      {data && <Whole invoice={data} onClose={onClose} />}
    </Drawer>
  )
}

function Whole({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  return (
    <div className="space-y-6 pt-1">
      <InvoiceSummary invoice={invoice} />
      <SendProblem invoice={invoice} />
      <InvoiceActions invoice={invoice} onGone={onClose} isNarrow />
      <Part title={t('lines')}>
        <InvoiceLines invoice={invoice} isNarrow />
      </Part>
      {invoice.status !== 'unsent' && (
        <Part title={t('payments')}>
          <InvoicePayments invoice={invoice} />
        </Part>
      )}
      <Part title={t('details')}>
        <InvoiceDetails invoice={invoice} />
      </Part>
      <Part title={t('history')}>
        <InvoiceHistory invoice={invoice} />
      </Part>
      <AppLink to="invoice" params={{ invoice: String(invoice.id) }} className={buttonClass('secondary', 'sm')}>
        <Maximize2 aria-hidden className="size-4" />
        {t('openPage')}
      </AppLink>
    </div>
  )
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 border-b pb-1.5 font-semibold">{title}</h3>
      {children}
    </section>
  )
}
