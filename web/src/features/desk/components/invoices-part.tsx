'use client'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, FileDown } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { invoicePdf, invoicesQuery } from '../api'
import type { Invoice } from '../types'

/** What the partner was billed, and its commission invoices, each as PDF. */
export function InvoicesPart() {
  const t = useTranslations('desk')
  const { data, error, refetch } = useQuery(invoicesQuery)
  return (
    <Card title={t('invoices')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-20" />}
      {data?.length === 0 && <p className="text-soft">{t('noInvoices')}</p>}
      {data && data.length > 0 && (
        <ul className="-my-2.5 divide-y">
          {data.map((invoice) => (
            <Line key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const tones: Record<string, Tone> = { paid: 'good', partially_paid: 'warn', sent: 'neutral' }
const states = ['paid', 'partially_paid', 'sent'] as const

function Line({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const state = states.find((one) => one === invoice.status)
  const number = invoice.number ?? ''
  return (
    <li className="flex items-center gap-3 py-2.5">
      <span className="min-w-0 grow">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium">{number}</span>
          {invoice.is_overdue ? (
            <Badge tone="bad">{t('overdue')}</Badge>
          ) : (
            state && <Badge tone={tones[state]}>{t(`invoice_${state}`)}</Badge>
          )}
        </span>
        <span className="block text-sm text-faint">
          {t(`direction_${invoice.direction}`)}
          {invoice.issued_at && ` · ${format.day(dayIn(zone, new Date(invoice.issued_at)), 'medium')}`}
        </span>
      </span>
      <span className="shrink-0 font-semibold tabular-nums">{format.money(invoice.total_due, invoice.currency)}</span>
      <Links invoice={invoice} />
    </li>
  )
}

/** Where an invoice is paid by card, while anything of it is open, and its PDF. */
function Links({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('desk')
  const number = invoice.number ?? ''
  return (
    <>
      {invoice.payment_url && (
        <a
          href={invoice.payment_url}
          target="_blank"
          rel="noreferrer"
          aria-label={t('payInvoice', { number })}
          className="grid size-11 shrink-0 place-items-center rounded-md text-accent hover:bg-sunken"
        >
          <CreditCard aria-hidden className="size-5" />
        </a>
      )}
      <a
        href={invoicePdf(invoice.id)}
        aria-label={t('downloadInvoice', { number })}
        className="grid size-11 shrink-0 place-items-center rounded-md text-soft hover:bg-sunken hover:text-ink"
      >
        <FileDown aria-hidden className="size-5" />
      </a>
    </>
  )
}
