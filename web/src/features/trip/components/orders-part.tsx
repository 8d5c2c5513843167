'use client'
import { CalendarPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useTrip } from '../trip-context'
import { OrderCard } from './order-card'
import { ProductsCard } from './products-card'

/** What the trip is about: its orders with their guests, and what was sold beside them. */
export function OrdersPart() {
  const { trip } = useTrip()
  return (
    <div className="space-y-5">
      {trip.tripOrders.length === 0 && trip.bookingProducts.length === 0 && <Nothing />}
      {trip.tripOrders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
      <ProductsCard />
    </div>
  )
}

function Nothing() {
  const t = useTranslations('trip')
  return (
    <section className="rounded-xl border bg-surface">
      <EmptyState icon={<CalendarPlus aria-hidden className="size-6" />} title={t('noOrders')} text={t('noOrdersText')}>
        <AppLink to="calendar" params={{}} className={buttonClass('secondary')}>
          {t('toCalendar')}
        </AppLink>
      </EmptyState>
    </section>
  )
}
