'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import type { Invoice } from '@/components/invoices/api'
import { InvoiceBadge } from '@/components/invoices/status-badge'

/** Whose invoice it is, what is still open of it, and by when. */
export function InvoiceSummary({ invoice, isPage = false }: { invoice: Invoice; isPage?: boolean }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { reseller, currency, status } = invoice
  const isUnpaid = status === 'sent' || status === 'partially_paid'
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <p className="text-sm text-faint">{t(invoice.direction === 'payable' ? 'payTo' : 'billTo')}</p>
          <AppLink
            to="reseller"
            params={{ reseller: String(reseller.id) }}
            className="text-lg font-semibold hover:underline"
          >
            <bdi>{reseller.name}</bdi>
          </AppLink>
        </div>
        {!isPage && invoice.status !== 'unsent' && <InvoiceBadge row={invoice} />}
      </div>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <p className="text-sm text-faint">{t(isUnpaid ? 'balance' : 'total_due')}</p>
          <p
            className={cx(
              'text-3xl font-semibold tabular-nums',
              invoice.is_overdue && 'text-bad',
              status === 'void' && 'text-faint line-through',
            )}
          >
            {format.money(isUnpaid ? invoice.balance : invoice.total_due, currency)}
          </p>
        </div>
        <Due invoice={invoice} isUnpaid={isUnpaid} />
      </div>
      {isUnpaid && invoice.amount_paid > 0 && <Progress invoice={invoice} />}
    </div>
  )
}

function Due({ invoice, isUnpaid }: { invoice: Invoice; isUnpaid: boolean }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  if (!invoice.due_date) return invoice.status === 'unsent' && <p className="text-sm text-faint">{t('dueByTerms')}</p>
  if (!isUnpaid && invoice.status !== 'unsent') return null
  return (
    <p className={cx('text-sm', invoice.is_overdue ? 'font-medium text-bad' : 'text-soft')}>
      {t(invoice.is_overdue ? 'wasDueOn' : 'dueOn', { day: format.day(invoice.due_date, 'medium') })}
    </p>
  )
}

/** How much of it is paid, as a bar and in words. */
function Progress({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const money = (amount: number) => format.money(amount, invoice.currency)
  return (
    <div>
      <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-sunken">
        <div className="bg-good-fill" style={{ flexGrow: invoice.amount_paid, flexBasis: 0 }} />
        <div style={{ flexGrow: invoice.balance, flexBasis: 0 }} />
      </div>
      <p className="mt-1 text-sm text-faint tabular-nums">
        {t('paidOf', { paid: money(invoice.amount_paid), total: money(invoice.total_due) })}
      </p>
    </div>
  )
}
