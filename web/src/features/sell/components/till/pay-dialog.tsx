'use client'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { useFormat } from '@/lib/use-format'
import { isEmptyContact } from '../../model'
import { useClosing } from '../../use-closing'
import { usePayment } from '../../use-payment'
import { useSale } from '../../use-sale'
import { ClosingNotice } from '../closing-notice'
import { PaymentFields } from '../payment-fields'

type Props = { onDone: (trip: TripFull, change: number) => void; onClose: () => void }

/** The money at the till: how it is paid, the tip, the change. */
export function PayDialog({ onDone, onClose }: Props) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { trip, cart } = useSale()
  const payment = usePayment({ due: trip?.totals.balance ?? 0, start: 'cash' })
  const closing = useClosing({ isNameNeeded: false, onDone: (sold) => onDone(sold, payment.change) })
  if (!trip) return null
  const notify = !isEmptyContact(cart.contact)
  const footer = (
    <Button
      look="primary"
      size="lg"
      className="min-h-14! grow text-lg"
      isDisabled={!payment.isEnough}
      isPending={closing.isPending}
      onPress={() => closing.mutate({ pay: payment.pay, notify })}
    >
      {t('takeAmount', { amount: format.money(payment.total, trip.currency) })}
    </Button>
  )
  return (
    <Dialog
      title={t('pay', { amount: format.money(trip.totals.balance, trip.currency) })}
      isOpen
      onClose={onClose}
      footer={footer}
    >
      <div className="space-y-4">
        <PaymentFields payment={payment} currency={trip.currency} isLarge />
        <ClosingNotice error={closing.error} changed={closing.changed} currency={trip.currency} />
      </div>
    </Dialog>
  )
}
