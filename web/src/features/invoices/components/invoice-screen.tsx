'use client'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Card, PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useGo } from '@/lib/use-go'
import { useRecent } from '@/lib/use-recent'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { href } from '@/routes'
import { invoiceQuery, type Invoice } from '@/components/invoices/api'
import { InvoiceActions } from './invoice-actions'
import { InvoiceDetails } from './invoice-details'
import { InvoiceHistory } from './invoice-history'
import { InvoiceLines } from './invoice-lines'
import { InvoicePayments } from './invoice-payments'
import { InvoiceSummary } from './invoice-summary'
import { SendProblem } from './send-problem'
import { InvoiceBadge } from '@/components/invoices/status-badge'

/** One invoice on a page of its own. */
export function InvoiceScreen() {
  const id = useRoute('invoice')?.invoice
  return (
    id && (
      <Guard permission="reseller.view" fallback={<ScreenSkeleton />}>
        <Found key={id} id={id} />
      </Guard>
    )
  )
}

function Found({ id }: { id: string }) {
  const t = useTranslations('invoices')
  const locale = useLocale()
  const { data: invoice, error, refetch } = useQuery(invoiceQuery(Number(id)))
  const name = invoice && (invoice.number ?? t('draft'))
  useTitle(name ?? t('title'))
  useRecent(
    invoice && name
      ? {
          type: 'invoice',
          id,
          title: t('rowName', { number: name, name: invoice.reseller.name }),
          url: href('invoice', { invoice: id }, locale),
        }
      : null,
  )
  if (error && !invoice) return <ErrorState error={error} onRetry={() => void refetch()} />
  return invoice ? <Whole invoice={invoice} /> : <ScreenSkeleton />
}

function Whole({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const go = useGo()
  return (
    <PageBody>
      <header className="pb-5">
        <AppLink to="invoices" params={{}} className="text-sm text-faint hover:text-ink hover:underline print:hidden">
          ← {t('title')}
        </AppLink>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="text-2xl font-semibold text-balance break-words">{invoice.number ?? t('draft')}</h1>
          {invoice.status !== 'unsent' && <InvoiceBadge row={invoice} />}
        </div>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-5">
          <section className="space-y-4 rounded-xl border bg-surface p-4 sm:p-5">
            <InvoiceSummary invoice={invoice} isPage />
            <SendProblem invoice={invoice} />
            <InvoiceActions invoice={invoice} onGone={() => go('invoices', {})} />
          </section>
          <Card title={t('lines')}>
            <InvoiceLines invoice={invoice} />
          </Card>
        </div>
        <Beside invoice={invoice} />
      </div>
    </PageBody>
  )
}

/** What was paid, the facts, and what happened. */
function Beside({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  return (
    <div className="min-w-0 space-y-5">
      {invoice.status !== 'unsent' && (
        <Card title={t('payments')}>
          <InvoicePayments invoice={invoice} />
        </Card>
      )}
      <Card title={t('details')}>
        <InvoiceDetails invoice={invoice} />
      </Card>
      <Card title={t('history')}>
        <InvoiceHistory invoice={invoice} />
      </Card>
    </div>
  )
}
