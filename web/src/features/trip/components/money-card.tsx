'use client'
import { useTranslations } from 'use-intl'
import type { TripFull, TripPayment } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { PriceList } from '@/components/price-list'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'

/** What the trip costs, line by line, and what was paid. */
export function MoneyCard({ trip, zone }: { trip: TripFull; zone: string }) {
  const t = useTranslations('trip')
  return (
    <Card title={t('money')}>
      <PriceList trip={trip} />
      <h3 className="mt-5 mb-1 text-sm font-medium text-faint">{t('payments')}</h3>
      {trip.payments.length === 0 && <p className="text-soft">{t('noPayments')}</p>}
      <ul className="divide-y">
        {trip.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} currency={trip.currency} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}

const methods = ['card', 'cash', 'bank_transfer', 'gift_card', 'check', 'other'] as const
const done = ['succeeded', 'captured', 'completed']

export function PaymentRow({ payment, currency, zone }: { payment: TripPayment; currency: string; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const method = methods.find((one) => one === payment.method)
  const isRefund = payment.kind === 'refund'
  const isDone = done.includes(payment.status)
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <p>
          {isRefund ? t('refund') : method ? t(`method_${method}`) : payment.method}
          {payment.card && <span className="text-soft"> •••• {payment.card.last4}</span>}
        </p>
        <p className="text-sm text-faint">
          {payment.received_at && format.instant(payment.received_at, zone)}
          {!isDone && (
            <>
              {' '}
              <Badge tone={payment.status === 'failed' ? 'bad' : 'neutral'}>{payment.status}</Badge>
            </>
          )}
        </p>
      </div>
      <p className={cx('font-medium tabular-nums', !isDone && 'text-faint line-through')}>
        {format.money(isRefund ? -Math.abs(payment.amount) : payment.amount, currency)}
      </p>
    </li>
  )
}
