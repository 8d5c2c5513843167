'use client'
import { Check } from 'lucide-react'
import { ToggleButton } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { guestName, isLive } from '../model'
import { useTrip } from '../trip-context'
import type { Booking, Order } from '../types'
import { usePresence } from '../use-check-in'
import { FieldValues } from './field-values'
import { GuestMenu } from './guest-menu'
import { WaiverBadge } from './waiver-badge'

type Props = { order: Order; booking: Booking }

/** One guest: who, which kind at what price, what goes with them, and whether they are here. */
export function GuestRow({ order, booking }: Props) {
  const { may, open } = useTrip()
  const name = guestName(booking, order)
  const mayEdit = may.edit && isLive(order)
  return (
    <li className="flex items-center gap-2 py-2 ps-6 pe-3">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">
          {mayEdit ? (
            <button
              type="button"
              onClick={() => open({ kind: 'guest', booking: booking.id })}
              className="min-h-6 truncate text-start hover:text-accent hover:underline pointer-coarse:min-h-11"
            >
              {name}
            </button>
          ) : (
            name
          )}
        </p>
        <Facts order={order} booking={booking} name={name} />
      </div>
      {may.checkIn && isLive(order) && order.timeslot && <Presence order={order} booking={booking} name={name} />}
      <GuestMenu order={order} booking={booking} />
    </li>
  )
}

function Facts({ order, booking, name }: Props & { name: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  const { guest, customerType, bookingStatus } = booking
  const products = trip.bookingProducts.filter((one) => one.booking_id === booking.id)
  const extras = [...booking.addons, ...products]
  return (
    <div className="space-y-0.5 text-sm text-faint">
      <div className="flex flex-wrap items-center gap-x-2">
        {name !== customerType.name && <span>{customerType.name}</span>}
        <span className="tabular-nums">
          {booking.is_comped ? (
            <Badge tone="accent">{t('comped')}</Badge>
          ) : (
            format.money(booking.unit_amount, trip.currency)
          )}
        </span>
        {booking.price_source === 'override' && <span>{t('priceByHand')}</span>}
        {guest.birth_date && <span>{t('bornOn', { day: format.day(guest.birth_date, 'medium') })}</span>}
        {bookingStatus.kind !== 'not_arrived' && bookingStatus.kind !== 'arrived' && (
          <Badge tone={bookingStatus.kind === 'no_show' ? 'bad' : 'neutral'}>{bookingStatus.name}</Badge>
        )}
        <WaiverBadge order={order} booking={booking} />
      </div>
      {extras.length > 0 && (
        <p>
          {format.shortList(
            extras.map((one) => (one.qty > 1 ? `${format.number(one.qty)} × ${isolate(one.name)}` : one.name)),
          )}
        </p>
      )}
      {booking.customFieldValues.length > 0 && (
        <p className="flex flex-wrap gap-x-4">
          <FieldValues values={booking.customFieldValues} />
        </p>
      )}
    </div>
  )
}

function Presence({ order, booking, name }: Props & { name: string }) {
  const t = useTranslations('trip')
  const format = useFormat()
  const { zone } = useTrip()
  const setPresence = usePresence()
  const isIn = booking.checked_in_at !== null
  return (
    <ToggleButton
      isSelected={isIn}
      onChange={(on) => setPresence(order, [booking.id], on ? 'checked_in' : 'not_checked_in')}
      aria-label={t('checkInWho', { who: name })}
      className={cx(
        'inline-flex min-h-11 min-w-24 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium tabular-nums',
        isIn ? 'border-transparent bg-good-wash text-good' : 'border-line-strong hover:border-accent hover:text-accent',
      )}
    >
      {isIn && <Check aria-hidden strokeWidth={3} className="size-4" />}
      {isIn && booking.checked_in_at ? format.instantTime(booking.checked_in_at, zone) : t('checkIn')}
    </ToggleButton>
  )
}
