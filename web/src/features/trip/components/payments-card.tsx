'use client'
import { useTranslations } from 'use-intl'
import { Card } from '@/components/ui/page-header'
import { useTrip } from '../trip-context'
import { PaymentRow } from './payment-row'

/** What was paid and paid back. */
export function PaymentsCard() {
  const t = useTranslations('trip')
  const { trip, zone } = useTrip()
  return (
    <Card title={t('payments')}>
      {trip.payments.length === 0 && <p className="text-soft">{t('noPayments')}</p>}
      <ul className="-my-2 divide-y">
        {trip.payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} currency={trip.currency} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}
