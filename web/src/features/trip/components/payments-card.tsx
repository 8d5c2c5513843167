'use client'
import { CircleDollarSign, Undo2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { isAtPartner } from '@/components/pay/model'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { late } from '@/lib/late'
import { holdsOf } from '../holds'
import { nextStep } from '../model'
import { canRefundAny, grouped } from '../payments'
import { useTrip } from '../trip-context'
import { MoneySums } from './money/money-sums'
import { PaymentLinks } from './money/payment-links'
import { PaymentRow } from './money/payment-row'

const HoldRows = late(() => import('./money/hold-rows').then((file) => file.HoldRows))

/** What is owed, what was paid and paid back, and the ways on. */
export function PaymentsCard() {
  const t = useTranslations('money')
  const { trip } = useTrip()
  return (
    <Card title={t('payments')}>
      <MoneySums />
      <Deeds />
      {holdsOf(trip).length > 0 && <HoldRows />}
      {trip.payments.length === 0 ? (
        <p className="mt-4 text-sm text-faint">{t('noPayments')}</p>
      ) : (
        <ul className="mt-4 divide-y border-t">
          {grouped(trip.payments).map(({ payment, refunds }) => (
            <PaymentRow key={payment.id} payment={payment} refunds={refunds} />
          ))}
        </ul>
      )}
      <PaymentLinks />
    </Card>
  )
}

function Deeds() {
  const t = useTranslations('money')
  const { trip, zone, may, open } = useTrip()
  const isHere = nextStep(trip, zone) !== 'pay'
  // Whoever may correct payments may also take what a partner collects: the window asks twice.
  const mayTake = may.pay && (trip.totals.balance > 0 || (may.editPayment && isAtPartner(trip)))
  const mayRefund = may.refund && canRefundAny(trip)
  if (!mayTake && !mayRefund) return null
  return (
    <div className="mt-4 flex gap-3">
      {mayTake && (
        <Button
          look={isHere && !isAtPartner(trip) ? 'primary' : 'secondary'}
          className="grow"
          onPress={() => open({ kind: 'pay' })}
        >
          <CircleDollarSign aria-hidden className="size-4" />
          {t('take')}
        </Button>
      )}
      {mayRefund && (
        <Button className="grow" onPress={() => open({ kind: 'refund' })}>
          <Undo2 aria-hidden className="size-4" />
          {t('refund')}
        </Button>
      )}
    </div>
  )
}
