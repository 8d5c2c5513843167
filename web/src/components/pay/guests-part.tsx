'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TripBooking } from '@/api/models'
import { isolate } from '@/lib/isolate'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { Checkbox } from '../ui/checkbox'
import { Skeleton } from '../ui/skeleton'
import { usePay } from './pay-context'
import { tabQuery } from './api'

/** Who pays for whom: every guest with their part, those who paid already marked. */
export function GuestsPart() {
  const t = useTranslations('pay')
  const { trip } = usePay().host
  const { data: shares } = useQuery(tabQuery(trip.id ?? 0, trip.version))
  const openOf = (id: number) => shares?.find((one) => one.booking_id === id)?.open_amount ?? 0
  if (!shares) return <Skeleton className="h-24" />
  return (
    <fieldset className="max-h-56 overflow-y-auto rounded-md border px-3 py-1">
      <legend className="sr-only">{t('whoPays')}</legend>
      {trip.tripOrders
        .filter(({ status }) => status !== 'cancelled')
        .map((order) => (
          <div key={order.id}>
            {trip.tripOrders.length > 1 && <p className="pt-2 text-sm text-faint">{order.experience.name}</p>}
            {order.bookings.map((booking, index) => (
              <GuestLine key={booking.id} booking={booking} place={index + 1} open={openOf(booking.id)} />
            ))}
          </div>
        ))}
    </fieldset>
  )
}

type LineProps = { booking: TripBooking; place: number; open: number }

function GuestLine({ booking, place, open }: LineProps) {
  const t = useTranslations('pay')
  const format = useFormat()
  const { host, taking, change } = usePay()
  const { id, guest, customerType } = booking
  const choose = (isIn: boolean) => {
    const bookings = isIn ? [...taking.bookings, id] : taking.bookings.filter((one) => one !== id)
    change({ bookings, typed: null, given: null })
  }
  return (
    <Checkbox
      isSelected={taking.bookings.includes(id)}
      isDisabled={open === 0}
      onChange={choose}
      className="[&>span:last-child]:grow"
    >
      <span className="flex justify-between gap-3">
        <span className="min-w-0 truncate">{fullName(guest) || `${isolate(customerType.name)} ${place}`}</span>
        <span className="text-soft tabular-nums">
          {open === 0 ? t('hasPaid') : format.money(open, host.trip.currency)}
        </span>
      </span>
    </Checkbox>
  )
}
