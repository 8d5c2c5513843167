'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Ticket } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerBooking, CustomerFull } from '@/api/models'
import { Badge } from '@/components/ui/badge'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { bookingsQuery } from '../api'
import { Paged } from './paged'

/** Each ticket of a person: on their own trips, and in their name on others'. */
export function BookingsTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const go = useGo()
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
        onRow={(booking) => go('trip', { trip: String(booking.trip_id) })}
        cell={(booking, column) => <Cell booking={booking} column={column} zone={zone} />}
      />
    </Paged>
  )
}

function Cell({ booking, column, zone }: { booking: CustomerBooking; column: string; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  switch (column) {
    case 'what':
      return (
        <AppLink to="trip" params={{ trip: String(booking.trip_id) }} prefetch={false} className="hover:underline">
          {booking.experience.name}
        </AppLink>
      )
    case 'when':
      return (
        <span className="whitespace-nowrap">
          {booking.start_at
            ? `${format.day(dayIn(zone, new Date(booking.start_at)), 'medium')}, ${format.instantTime(booking.start_at, zone)}`
            : t('unscheduled')}
        </span>
      )
    case 'guest':
      return booking.guest_name || '–'
    case 'ticket':
      return booking.customerType.name
    case 'status':
      return booking.is_cancelled ? <Badge>{t('cancelled')}</Badge> : <Status status={booking.bookingStatus} />
    default:
      return format.money(booking.unit_amount, booking.currency)
  }
}

const known = ['not_checked_in', 'checked_in', 'no_show'] as const

/** A guest's status; the operator's own ones have the operator's names. */
function Status({ status }: { status: CustomerBooking['bookingStatus'] }) {
  const t = useTranslations('customers')
  const slug = known.find((one) => one === status.slug)
  return <Badge tone={status.kind === 'arrived' ? 'good' : 'neutral'}>{slug ? t(`status_${slug}`) : status.name}</Badge>
}
