'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import type { Invoice } from '@/components/invoices/api'
import { subtotalOf } from '@/components/invoices/model'

/** What the lines come to, what is taken off, what was paid, what is left. */
export function InvoiceTotals({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const { discount, direction, status } = invoice
  const isSent = status !== 'unsent'
  return (
    <dl className="ms-auto w-full space-y-1.5 border-t pt-3 text-sm sm:max-w-xs">
      {discount.amount > 0 && (
        <>
          <Sum name={t('subtotal')} amount={subtotalOf(invoice)} invoice={invoice} />
          <Sum name={t('discount')} amount={-discount.amount} invoice={invoice} note={discount.reason} />
        </>
      )}
      <Sum name={t('total_due')} amount={invoice.total_due} invoice={invoice} isStrong={!isSent} />
      {isSent && status !== 'void' && (
        <>
          <Sum name={t('amount_paid')} amount={-invoice.amount_paid} invoice={invoice} />
          <Sum
            name={t(direction === 'payable' ? 'balancePayable' : 'balance')}
            amount={invoice.balance}
            invoice={invoice}
            isStrong
          />
        </>
      )}
    </dl>
  )
}

type SumProps = { name: string; amount: number; invoice: Invoice; note?: string; isStrong?: boolean }

function Sum({ name, amount, invoice, note, isStrong }: SumProps) {
  const format = useFormat()
  return (
    <div
      className={cx('flex justify-between gap-4', isStrong ? 'border-t pt-1.5 text-base font-semibold' : 'text-soft')}
    >
      <dt className="min-w-0">
        <span>{name}</span>
        {note && <span className="block text-faint break-words">{isolate(note)}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{format.money(amount === 0 ? 0 : amount, invoice.currency)}</dd>
    </div>
  )
}
