'use client'
import { Banknote, CreditCard, Gift, Landmark, ReceiptText, Undo2, type LucideIcon } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { isolate } from '@/lib/isolate'
import { useInCash } from '@/lib/use-cash'
import { useFormat } from '@/lib/use-format'
import { counts, tipOwners } from '../../payments'
import { cancelReasons } from '../../reasons'
import { useTrip } from '../../trip-context'
import type { Payment } from '../../types'
import { useMethodName } from '@/lib/use-method-name'
import { PaymentDetails } from './payment-details'
import { PaymentMenu } from './payment-menu'
import { StateLine } from './state-line'

const icons: Record<string, LucideIcon> = {
  card: CreditCard,
  card_present: CreditCard,
  wallet: CreditCard,
  external: CreditCard,
  cash: Banknote,
  gift_card: Gift,
  credit: Gift,
  bank_transfer: Landmark,
  wire: Landmark,
}

type Props = { payment: Payment; refunds: Payment[] }

/** One payment and what went back of it: by what, when, taken by whom, and how it stands. */
export function PaymentRow({ payment, refunds }: Props) {
  return (
    <li className="py-3">
      <Line payment={payment} />
      {refunds.length > 0 && (
        <ul className="mt-2 space-y-2 border-s-2 ps-3">
          {refunds.map((refund) => (
            <li key={refund.id}>
              <Line payment={refund} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Line({ payment }: { payment: Payment }) {
  const format = useFormat()
  const { trip } = useTrip()
  const isRefund = payment.kind === 'refund'
  const Icon = isRefund ? Undo2 : (icons[payment.method] ?? ReceiptText)
  return (
    <div className="flex items-start gap-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 font-medium">
            <Name payment={payment} />
          </p>
          <p className={cx('font-medium tabular-nums', !counts(payment) && 'text-faint line-through')}>
            {format.money(isRefund ? -payment.amount : payment.amount, trip.currency)}
          </p>
        </div>
        <Facts payment={payment} />
        <StateLine payment={payment} />
      </div>
      <PaymentMenu payment={payment} />
    </div>
  )
}

function Name({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  const methodName = useMethodName()
  const { card, method, kind } = payment
  return (
    <>
      {kind === 'refund' ? t('refundBy', { method: methodName(method) }) : methodName(method)}
      {card && (
        <span className="font-normal text-soft">
          {' '}
          <span className="capitalize">{card.brand}</span> <span className="whitespace-nowrap">•••• {card.last4}</span>
        </span>
      )}
    </>
  )
}

/** When and by whom it was taken, its number, its tip and whose that is, and what was noted. */
function Facts({ payment }: { payment: Payment }) {
  const t = useTranslations('money')
  const format = useFormat()
  const { trip, zone } = useTrip()
  const { received_at, collected_by, reference, tip_amount, note, reason } = payment
  const money = (amount: number) => format.money(amount, trip.currency)
  const owners = tipOwners(payment).map(({ name, amount }) => `${isolate(name ?? t('pool'))} ${money(amount)}`)
  // A refund has one of our reasons, a payment that was removed the words of whoever removed it.
  const known = cancelReasons.find((one) => one === reason)
  const why = known ? t(`why_${known}`) : reason
  const inCash = useInCash()(trip.currency, payment.amount, payment.cash_rounding)
  const first = [format.instant(received_at, zone), collected_by?.name, reference].filter(Boolean)
  return (
    <div className="text-sm text-faint">
      <p>
        {first.join(' · ')} <PaymentDetails payment={payment} />
      </p>
      {inCash && <p className="tabular-nums">{inCash}</p>}
      {tip_amount > 0 && (
        <p>
          {t('tipIn', { amount: money(tip_amount) })}
          {owners.length > 0 && `: ${format.shortList(owners)}`}
        </p>
      )}
      {note && <p className="whitespace-pre-line text-soft">{note}</p>}
      {why && <p className="text-soft">{why}</p>}
    </div>
  )
}
