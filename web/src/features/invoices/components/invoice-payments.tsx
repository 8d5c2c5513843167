'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'
import { dotted, isolate } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Invoice, InvoicePayment } from '@/components/invoices/api'
import { useDayOf, useMethodName } from '@/components/invoices/use-words'
import { ChargeNotes } from './charge-notes'

const RemovePaymentDialog = late(() => import('./remove-payment-dialog').then((file) => file.RemovePaymentDialog))

/** What was paid, which trips it settled, and payments that were removed, struck out. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const [leaving, setLeaving] = useState<InvoicePayment | null>(null)
  if (invoice.payments.length === 0)
    return (
      <>
        <p className="text-sm text-soft">{t('noPayments')}</p>
        <ChargeNotes invoice={invoice} />
      </>
    )
  return (
    <>
      <ul className="divide-y">
        {invoice.payments.map((payment) => (
          <Payment key={payment.id} invoice={invoice} payment={payment} onRemove={() => setLeaving(payment)} />
        ))}
      </ul>
      <ChargeNotes invoice={invoice} />
      {leaving && <RemovePaymentDialog invoice={invoice} payment={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

type PaymentProps = { invoice: Invoice; payment: InvoicePayment; onRemove: () => void }

function Payment({ invoice, payment, onRemove }: PaymentProps) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const dayOf = useDayOf()
  const methodName = useMethodName()
  const mayManage = useCan('invoice.manage')
  const isGone = payment.removed_at !== null
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className={cx('font-medium', isGone && 'text-faint line-through')}>{methodName(payment.method)}</p>
          <p className="text-sm text-faint">{format.day(dayOf(payment.paid_at), 'medium')}</p>
          {payment.note && <p className="text-sm break-words text-soft">{isolate(payment.note)}</p>}
        </div>
        <span className={cx('shrink-0 font-semibold tabular-nums', isGone && 'font-normal text-faint line-through')}>
          {format.money(payment.amount, invoice.currency)}
        </span>
      </div>
      {isGone && (
        <p className="text-sm text-faint">
          {dotted([
            t('removedOn', { day: format.day(dayOf(payment.removed_at ?? ''), 'medium') }),
            payment.remove_reason,
          ])}
        </p>
      )}
      {!isGone && <Allocations invoice={invoice} payment={payment} />}
      {!isGone && mayManage && (
        <Button size="sm" look="quiet" className="-ms-3 mt-1 print:hidden" onPress={onRemove}>
          {t(payment.is_by_link ? 'refundPayment' : 'removePayment')}
        </Button>
      )}
    </li>
  )
}

const few = 3

/** Which trips a payment settled. */
function Allocations({ invoice, payment }: Pick<PaymentProps, 'invoice' | 'payment'>) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const [isWhole, setWhole] = useState(false)
  const parts = isWhole ? payment.allocations : payment.allocations.slice(0, few)
  const names = new Map(invoice.trips.map(({ trip }) => [trip.id, trip.contact_name || trip.confirmation_code]))
  if (parts.length === 0) return null
  return (
    <div className="mt-2 rounded-lg bg-sunken px-3 py-2 text-sm">
      <p className="text-faint">{t('settles')}</p>
      <ul>
        {parts.map((part) => (
          <li key={part.trip_id} className="flex justify-between gap-3">
            <AppLink
              to="trip"
              params={{ trip: String(part.trip_id) }}
              className="min-w-0 truncate py-1 hover:underline"
            >
              <bdi>{names.get(part.trip_id) ?? `#${part.trip_id}`}</bdi>
            </AppLink>
            <span className="shrink-0 tabular-nums">{format.money(part.amount, invoice.currency)}</span>
          </li>
        ))}
      </ul>
      {parts.length < payment.allocations.length && (
        <button
          type="button"
          className="min-h-9 text-accent hover:underline pointer-coarse:min-h-11"
          onClick={() => setWhole(true)}
        >
          {t('moreTrips', { count: payment.allocations.length - parts.length })}
        </button>
      )}
    </div>
  )
}
