'use client'
import { ArrowRightLeft, UserPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { isLive, kindsOf } from '../model'
import { useTrip } from '../trip-context'
import type { Order } from '../types'
import { ExtraLines } from './extra-lines'
import { GuestRow } from './guest-row'
import { OrderFacts } from './order-facts'
import { OrderMenu } from './order-menu'

/** One order of a trip: what and when, its guests, what goes with it, and all that can be done with it. */
export function OrderCard({ order }: { order: Order }) {
  const isCancelled = !isLive(order)
  return (
    <section aria-labelledby={`order-${order.id}`} className="relative overflow-hidden rounded-xl border bg-surface">
      <Swatch color={order.experience.color} className="absolute inset-y-0 start-0 h-full w-1.5" />
      <header className={cx('p-4 ps-6', isCancelled && 'text-soft')}>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h2 id={`order-${order.id}`} className={cx('font-semibold', isCancelled && 'line-through')}>
              {order.experience.name}
            </h2>
            <Party order={order} />
          </div>
          <div className="-me-2 flex shrink-0 items-start">
            <OrderSum order={order} />
            <OrderMenu order={order} />
          </div>
        </div>
        <OrderFacts order={order} />
        <Deeds order={order} />
      </header>
      {order.bookings.length > 0 && (
        <ul className="divide-y border-t">
          {order.bookings.map((booking) => (
            <GuestRow key={booking.id} order={order} booking={booking} />
          ))}
        </ul>
      )}
      {order.addons.length > 0 && (
        <div className="border-t py-3 ps-6 pe-4">
          <ExtraLines addons={order.addons} order={order} />
        </div>
      )}
    </section>
  )
}

function Party({ order }: { order: Order }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const guestCount = useGuestCount()
  const parts = kindsOf(order.bookings).map(({ name, qty }) => guestCount(name, qty))
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      {format.shortList(parts)}
      {order.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
      {order.schedule_state === 'unscheduled' && isLive(order) && <Badge tone="warn">{t('unscheduled')}</Badge>}
      {order.is_comped && <Badge tone="accent">{t('comped')}</Badge>}
    </p>
  )
}

function OrderSum({ order }: { order: Order }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <div className="pt-2 text-end leading-5">
      <p className="font-semibold tabular-nums">{format.money(order.totals.total, trip.currency)}</p>
      {order.pricing_override && <p className="text-xs text-faint">{t('priceByHand')}</p>}
    </div>
  )
}

/** What is done with an order every day stands there; the rest is behind the dots. */
function Deeds({ order }: { order: Order }) {
  const t = useTranslations('trip')
  const { may, open } = useTrip()
  const live = isLive(order)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2 empty:hidden">
      {live && may.rebook && (
        <Button size="sm" onPress={() => open({ kind: 'rebook', order: order.id })}>
          <ArrowRightLeft aria-hidden className="size-4" />
          {t(order.timeslot ? 'rebook' : 'schedule')}
        </Button>
      )}
      {live && may.edit && (
        <Button size="sm" onPress={() => open({ kind: 'addGuests', order: order.id })}>
          <UserPlus aria-hidden className="size-4" />
          {t('addGuests')}
        </Button>
      )}
    </div>
  )
}
