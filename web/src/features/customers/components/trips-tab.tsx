'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { CustomerFull, TripSummary } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { tripsQuery } from '../api'
import { Paged } from './paged'

/** All trips of a person, the newest departure first. */
export function TripsTab({ customer, zone }: { customer: CustomerFull; zone: string }) {
  const t = useTranslations('customers')
  const locale = useLocale()
  const query = useInfiniteQuery(tripsQuery(customer.id))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const columns = [
    { id: 'code', name: t('code'), isRowHeader: true },
    { id: 'when', name: t('when') },
    { id: 'what', name: t('what') },
    { id: 'guests', name: t('guest'), isNameHidden: true },
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
        rowHref={(trip) => href('trip', { trip: String(trip.id) }, locale)}
        phone={(trip) => <TripRowLines trip={trip} zone={zone} />}
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
      return <span className="font-mono whitespace-nowrap">{trip.confirmation_code}</span>
    case 'when':
      return <When trip={trip} zone={zone} />
    case 'what':
      return <span className="block min-w-40">{format.shortList(trip.experience_names)}</span>
    case 'guests':
      return <span className="whitespace-nowrap">{t('guests', { count: trip.pax_cnt })}</span>
    case 'status':
      return <Badges trip={trip} />
    default:
      return format.money(trip.total_amount, trip.currency)
  }
}

function When({ trip, zone }: { trip: TripSummary; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  const day = trip.first_start_at && format.day(dayIn(zone, new Date(trip.first_start_at)), 'medium')
  return <span className="whitespace-nowrap">{day || t('unscheduled')}</span>
}

function Badges({ trip }: { trip: TripSummary }) {
  return (
    <span className="flex gap-1">
      <TripStatusBadge status={trip.status} />
      {trip.status.slug !== 'deleted' && <PaidBadge state={trip.paid_state} />}
    </span>
  )
}

/** A trip in three lines, for narrow screens. */
function TripRowLines({ trip, zone }: { trip: TripSummary; zone: string }) {
  const t = useTranslations('customers')
  const format = useFormat()
  return (
    <>
      <span className="flex items-baseline justify-between gap-3 font-medium">
        <When trip={trip} zone={zone} />
        <span className="tabular-nums">{format.money(trip.total_amount, trip.currency)}</span>
      </span>
      <span className="text-sm text-soft">{format.shortList(trip.experience_names)}</span>
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-faint">
        <span>
          <span className="font-mono">{trip.confirmation_code}</span> · {t('guests', { count: trip.pax_cnt })}
        </span>
        <Badges trip={trip} />
      </span>
    </>
  )
}
