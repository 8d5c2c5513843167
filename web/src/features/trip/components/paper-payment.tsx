'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { useInCash } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { counts } from '../payments'
import type { Payment } from '../types'
import { useMethodName } from '@/lib/use-method-name'

/** One payment or refund on paper; what does not count is struck out. */
export function PaperPayment({ payment, currency, zone }: { payment: Payment; currency: string; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const methodName = useMethodName()
  const isRefund = payment.kind === 'refund'
  const isDone = counts(payment)
  const inCash = useInCash()(currency, payment.amount, payment.cash_rounding)
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <p>
          {isRefund ? t('refund') : methodName(payment.method)}
          {payment.card && <span className="text-soft"> •••• {payment.card.last4}</span>}
        </p>
        <p className="text-sm text-faint">{payment.received_at && format.instant(payment.received_at, zone)}</p>
        {inCash && <p className="text-sm text-faint">{inCash}</p>}
        {payment.note && <p className="text-sm text-soft">{payment.note}</p>}
      </div>
      <p className={cx('font-medium tabular-nums', !isDone && 'text-faint line-through')}>
        {format.money(isRefund ? -Math.abs(payment.amount) : payment.amount, currency)}
      </p>
    </li>
  )
}
