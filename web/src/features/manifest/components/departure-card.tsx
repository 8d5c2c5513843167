'use client'
import { StickyNote, Truck } from 'lucide-react'
import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { FillBar } from '@/components/ui/fill-bar'
import { useFormat } from '@/lib/use-format'
import type { Departure } from '../model'
import type { Change } from '../use-check-in'
import { OrderRow } from './order-row'

type Props = {
  departure: Departure
  currency: string
  zone: string
  /** Until the next departure of the day leaves; null for all the others. */
  minutesLeft: number | null
  isPast: boolean
  onChange: (change: Change) => void
}

/** One departure: when, what, how full, with whom, and its guests. */
export const DepartureCard = memo(function DepartureCard(props: Props) {
  const { departure, currency, zone, minutesLeft, onChange } = props
  return (
    <div
      className={cx(
        'overflow-hidden rounded-xl border bg-surface',
        minutesLeft !== null && 'border-accent ring-1 ring-accent',
        departure.status === 'cancelled' && 'opacity-60',
      )}
    >
      <header className="relative grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 py-3 pr-4 pl-5 sm:grid-cols-[5.5rem_1fr_auto]">
        <span
          aria-hidden
          className="absolute inset-y-0 left-0 w-1.5"
          style={{ background: departure.experience.color }}
        />
        <Times {...props} />
        <div className="min-w-0">
          <Title {...props} />
          <DepartureFacts departure={departure} />
        </div>
        <Fill departure={departure} currency={currency} />
      </header>
      {departure.tripOrders.length > 0 && (
        <ul className="divide-y border-t [contain-intrinsic-size:auto_14rem] [content-visibility:auto] print:[content-visibility:visible]">
          {departure.tripOrders.map((order) => (
            <OrderRow key={order.id} order={order} currency={currency} zone={zone} onChange={onChange} />
          ))}
        </ul>
      )}
    </div>
  )
})

function Times({ departure, zone, isPast }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <div className="leading-tight">
      <p className={cx('text-xl font-semibold tabular-nums', isPast && 'text-faint')}>
        {format.time(departure.start_time)}
      </p>
      <p className="text-xs text-faint tabular-nums">
        {t('until', { time: format.instantTime(departure.end_at, zone) })}
      </p>
    </div>
  )
}

function Title({ departure, minutesLeft }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <h2 className="font-semibold text-pretty">{departure.experience.name}</h2>
      {minutesLeft !== null && <Badge tone="accent">{format.distance(minutesLeft)}</Badge>}
      {departure.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
      {departure.status === 'closed' && <Badge>{t('closed')}</Badge>}
    </div>
  )
}

function Fill({ departure, currency }: { departure: Departure; currency: string }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { booked_pax_cnt: booked, held_pax_cnt: held, capacity, balance_amount: due } = departure
  // Guests, not seats: an infant is here without taking one.
  const { checked_in_cnt: here, booking_cnt: all } = departure
  return (
    <div className="col-span-2 flex items-center gap-4 sm:col-span-1 sm:flex-col sm:items-end sm:gap-1">
      <FillBar booked={booked} held={held} capacity={capacity} />
      <p className="text-xs whitespace-nowrap text-soft tabular-nums">
        {all > 0 && t('hereOf', { here, all })}
        {due > 0 && (
          <span className="ml-3 font-medium text-warn">
            {t('amountDue', { amount: format.moneyShort(due, currency) })}
          </span>
        )}
      </p>
    </div>
  )
}

function DepartureFacts({ departure }: { departure: Departure }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-soft">
      {departure.by_type.length === 0 && <span className="text-faint">{t('noGuests')}</span>}
      {departure.by_type.length > 0 && (
        <span className="tabular-nums">
          {format.list(departure.by_type.map((type) => `${format.number(type.cnt)} ${type.name}`))}
        </span>
      )}
      {departure.guides.map((guide) => (
        <span key={guide.id} className="inline-flex items-center gap-1.5">
          <Avatar name={guide.name} color={guide.color} size="sm" />
          {guide.name}
        </span>
      ))}
      {departure.resources.map((resource) => (
        <span key={resource.id} className="inline-flex items-center gap-1.5">
          <Truck aria-hidden className="size-4 text-faint" />
          {resource.name}
        </span>
      ))}
      {departure.note && (
        <span className="inline-flex items-center gap-1.5 text-ink">
          <StickyNote aria-hidden className="size-4 shrink-0 text-warn-fill" />
          {departure.note}
        </span>
      )}
    </div>
  )
}
