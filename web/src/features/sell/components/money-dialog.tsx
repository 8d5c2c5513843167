'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useFormat } from '@/lib/use-format'
import type { useClosing } from '../use-closing'
import { usePayment } from '../use-payment'
import { ClosingNotice } from './closing-notice'
import { PaymentFields } from './payment-fields'

type Props = { trip: TripFull; closing: ReturnType<typeof useClosing>; notify: boolean; onClose: () => void }

/** Money that changes hands now, outside of our gateway; the trip is booked with it. */
export function MoneyDialog({ trip, closing, notify, onClose }: Props) {
  const t = useTranslations('sell')
  const format = useFormat()
  const [due] = useState(trip.totals.balance)
  const payment = usePayment({ due: closing.changed ? trip.totals.balance : due, start: 'cash' })
  const { pay, isEnough } = payment
  const footer = (
    <Button
      look="primary"
      isDisabled={!isEnough}
      isPending={closing.isPending}
      onPress={() => closing.mutate({ pay, notify })}
    >
      {t('bookAndTake', { amount: format.money(pay.amount + pay.tip_amount, trip.currency) })}
    </Button>
  )
  return (
    <Dialog title={t('takeMoney')} isOpen onClose={onClose} footer={footer}>
      <div className="space-y-4">
        <PaymentFields payment={payment} currency={trip.currency} deposit={trip.totals.deposit_due} />
        <ClosingNotice error={closing.error} changed={closing.changed} currency={trip.currency} />
      </div>
    </Dialog>
  )
}
