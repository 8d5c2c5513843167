'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { CustomerFull, TripSummary } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { tripsQuery } from '../api'
import { Paged } from './paged'

/** All trips of a person, the newest departure first. */
export function TripsTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const go = useGo()
  const query = useInfiniteQuery(tripsQuery(customer.id))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const columns = [
    { id: 'code', name: t('code'), isRowHeader: true },
    { id: 'when', name: t('when') },
    { id: 'what', name: t('what') },
    { id: 'guests', name: t('tab_trips'), isNameHidden: true },
    { id: 'status', name: t('status') },
    { id: 'total', name: t('total'), align: 'end' as const },
  ]
  const empty = <EmptyState icon={<Route aria-hidden />} title={t('noTripsTitle')} text={t('noTripsText')} />
  return (
    <Paged query={query} isEmpty={rows.length === 0} empty={empty}>
      <SimpleTable
        label={t('tab_trips')}
        columns={columns}
        rows={rows}
        onRow={(trip) => go('trip', { trip: String(trip.id) })}
        cell={(trip, column) => <Cell trip={trip} column={column} zone={zone} />}
      />
    </Paged>
  )
}

function Cell({ trip, column, zone }: { trip: TripSummary; column: string; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  switch (column) {
    case 'code':
      return (
        <AppLink
          to="trip"
          params={{ trip: String(trip.id) }}
          prefetch={false}
          className="font-mono whitespace-nowrap hover:underline"
        >
          {trip.confirmation_code}
        </AppLink>
      )
    case 'when':
      return (
        <span className="whitespace-nowrap">
          {trip.first_start_at ? format.day(dayIn(zone, new Date(trip.first_start_at)), 'medium') : t('unscheduled')}
        </span>
      )
    case 'what':
      return <span className="block min-w-40">{format.shortList(trip.experience_names)}</span>
    case 'guests':
      return <span className="whitespace-nowrap">{t('guests', { count: trip.pax_cnt })}</span>
    case 'status':
      return (
        <span className="flex gap-1">
          <TripStatusBadge status={trip.status} />
          {trip.status.slug !== 'deleted' && <PaidBadge state={trip.paid_state} />}
        </span>
      )
    default:
      return format.money(trip.total_amount, trip.currency)
  }
}
