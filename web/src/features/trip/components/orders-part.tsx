'use client'
import { CalendarPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { late } from '@/lib/late'
import { useTrip } from '../trip-context'
import { OrderCard } from './order-card'
import { ProductsCard } from './products-card'

const GiftCardsCard = late(() => import('./gift-cards-card').then((file) => file.GiftCardsCard))

/** What the trip is about: its orders with their guests, and what was sold beside them. */
export function OrdersPart() {
  const { trip } = useTrip()
  const isEmpty = trip.tripOrders.length + trip.bookingProducts.length + trip.giftCards.length === 0
  return (
    <div className="space-y-5">
      {isEmpty && <Nothing />}
      {trip.tripOrders.map((order) => (
        <OrderCard key={order.id} order={order} />
      ))}
      <ProductsCard />
      {trip.giftCards.length > 0 && <GiftCardsCard />}
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
