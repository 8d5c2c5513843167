'use client'
import { Check, Clock, MapPin, StickyNote, Truck } from 'lucide-react'
import { ToggleButton } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import type { TripBooking, TripFull, TripOrder } from '@/api/models'
import { Avatar } from '@/components/ui/avatar'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { useTripCheckIn } from '../use-check-in'

type Props = { id: string; order: TripOrder; trip: TripFull; zone: string }

/** One order of a trip: what and when, with whom, and its guests. */
export function OrderCard({ id, order, trip, zone }: Props) {
  const t = useTranslations('trip')
  const checkIn = useTripCheckIn(id)
  return (
    <section className="overflow-hidden rounded-xl border bg-surface">
      <header className="relative p-4 pl-6">
        <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: order.experience.color }} />
        <h2 className="font-semibold">
          {order.experience.name}
          {order.status === 'cancelled' && (
            <>
              {' '}
              <Badge tone="bad">{t('cancelled')}</Badge>
            </>
          )}
        </h2>
        <OrderFacts order={order} zone={zone} />
      </header>
      <ul className="divide-y border-t">
        {order.bookings.map((booking) => (
          <GuestRow
            key={booking.id}
            booking={booking}
            currency={trip.currency}
            zone={zone}
            onToggle={
              trip.permissions.can_check_in && order.status !== 'cancelled'
                ? (isIn) => checkIn({ orderId: order.id, bookingIds: [booking.id], isIn })
                : undefined
            }
          />
        ))}
      </ul>
    </section>
  )
}

const line = 'flex items-start gap-2'
const icon = 'mt-0.5 size-4 shrink-0 text-faint'

function When({ order: { timeslot: slot }, zone }: { order: TripOrder; zone: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  return (
    <span className={line}>
      <Clock aria-hidden className={icon} />
      {slot ? (
        <span className="tabular-nums">
          {format.day(slot.date, 'medium')}, {format.time(slot.start_time)} – {format.instantTime(slot.end_at, zone)}
        </span>
      ) : (
        t('unscheduled')
      )}
    </span>
  )
}

function OrderFacts({ order, zone }: { order: TripOrder; zone: string }) {
  return (
    <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1.5 text-sm text-soft">
      <When order={order} zone={zone} />
      {order.experience.meeting_point && (
        <span className={line}>
          <MapPin aria-hidden className={icon} />
          <span className="whitespace-pre-line">{order.experience.meeting_point}</span>
        </span>
      )}
      {order.guides.map((guide) => (
        <span key={guide.id} className="flex items-center gap-2">
          <Avatar name={guide.name} color="" size="sm" />
          {guide.name}
        </span>
      ))}
      {order.resources.map((resource) => (
        <span key={resource.id} className={line}>
          <Truck aria-hidden className={icon} />
          {resource.name}
        </span>
      ))}
      {order.note && (
        <span className={cx(line, 'text-ink')}>
          <StickyNote aria-hidden className="mt-0.5 size-4 shrink-0 text-warn-fill" />
          {order.note}
        </span>
      )}
    </div>
  )
}

type GuestProps = { booking: TripBooking; currency: string; zone: string; onToggle?: (isIn: boolean) => void }

function GuestRow({ booking, currency, zone, onToggle }: GuestProps) {
  const t = useTranslations('trip')
  const format = useFormat()
  const name = fullName(booking.guest)
  const isIn = booking.checked_in_at !== null
  return (
    <li className="flex items-center gap-3 py-2 pr-3 pl-6">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name || booking.customerType.name}</p>
        <p className="text-sm text-faint">
          {name && `${booking.customerType.name} · `}
          <span className="tabular-nums">
            {booking.is_comped ? t('comped') : format.money(booking.total_amount, currency)}
          </span>
          {booking.bookingStatus.slug === 'no_show' && ` · ${booking.bookingStatus.name}`}
        </p>
      </div>
      {onToggle && (
        <ToggleButton
          isSelected={isIn}
          onChange={onToggle}
          aria-label={t('checkInWho', { who: name || booking.customerType.name })}
          className={cx(
            'inline-flex min-h-11 min-w-28 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium tabular-nums',
            isIn
              ? 'border-transparent bg-good-wash text-good'
              : 'border-line-strong hover:border-accent hover:text-accent',
          )}
        >
          {isIn && <Check aria-hidden strokeWidth={3} className="size-4" />}
          {isIn && booking.checked_in_at ? format.instantTime(booking.checked_in_at, zone) : t('checkIn')}
        </ToggleButton>
      )}
    </li>
  )
}
