'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { CustomerBooking, CustomerFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { isolate } from '@/lib/isolate'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { bookingsQuery } from '../api'
import { Paged } from './paged'

/** Each ticket of a person: on their own trips, and in their name on others'. */
export function BookingsTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const locale = useLocale()
  const query = useInfiniteQuery(bookingsQuery(customer.id))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const columns = [
    { id: 'what', name: t('what'), isRowHeader: true },
    { id: 'when', name: t('when') },
    { id: 'guest', name: t('guest') },
    { id: 'ticket', name: t('ticket') },
    { id: 'status', name: t('status') },
    { id: 'price', name: t('price'), align: 'end' as const },
  ]
  const empty = <EmptyState icon={<Ticket aria-hidden />} title={t('noBookingsTitle')} text={t('noBookingsText')} />
  return (
    <Paged query={query} isEmpty={rows.length === 0} empty={empty}>
      <SimpleTable
        label={t('tab_bookings')}
        columns={columns}
        rows={rows}
        rowHref={(booking) => href('trip', { trip: String(booking.trip_id) }, locale)}
        phone={(booking) => <BookingLines booking={booking} zone={zone} />}
        cell={(booking, column) => <Cell booking={booking} column={column} zone={zone} />}
      />
    </Paged>
  )
}

function Cell({ booking, column, zone }: { booking: CustomerBooking; column: string; zone: string }) {
  const format = useFormat()
  switch (column) {
    case 'what':
      return booking.experience.name
    case 'when':
      return <When booking={booking} zone={zone} />
    case 'guest':
      return booking.guest_name || '–'
    case 'ticket':
      return booking.customerType.name
    case 'status':
      return <Status booking={booking} />
    default:
      return format.money(booking.unit_amount, booking.currency)
  }
}

const known = ['not_checked_in', 'checked_in', 'no_show'] as const

/** A guest's status; the operator's own ones have the operator's names. */
function Status({ booking }: { booking: CustomerBooking }) {
  const t = useTranslations('customers')
  const status = booking.bookingStatus
  const slug = known.find((one) => one === status.slug)
  if (booking.is_cancelled) return <Badge>{t('cancelled')}</Badge>
  return <Badge tone={status.kind === 'arrived' ? 'good' : 'neutral'}>{slug ? t(`status_${slug}`) : status.name}</Badge>
}

function When({ booking, zone }: { booking: CustomerBooking; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const { start_at } = booking
  if (!start_at) return t('unscheduled')
  const day = format.day(dayIn(zone, new Date(start_at)), 'medium')
  return (
    <span className="whitespace-nowrap">
      {day}, {format.instantTime(start_at, zone)}
    </span>
  )
}

/** A ticket in three lines, for narrow screens. */
function BookingLines({ booking, zone }: { booking: CustomerBooking; zone: string }) {
  const format = useFormat()
  return (
    <>
      <span className="flex items-baseline justify-between gap-3 font-medium">
        <span className="min-w-0 truncate">{booking.experience.name}</span>
        <span className="tabular-nums">{format.money(booking.unit_amount, booking.currency)}</span>
      </span>
      <span className="text-sm text-soft">
        <When booking={booking} zone={zone} />
      </span>
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-faint">
        <span className="min-w-0 truncate">
          <bdi>{booking.customerType.name}</bdi>
          {booking.guest_name && ` · ${isolate(booking.guest_name)}`}
        </span>
        <Status booking={booking} />
      </span>
    </>
  )
}
