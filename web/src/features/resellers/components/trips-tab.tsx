'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Route } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { TripSummary } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { SimpleTable } from '@/components/ui/simple-table'
import { EmptyState } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { href } from '@/routes'
import { tripsQuery } from '../api'
import { Paged } from './paged'
import type { TabProps } from './types'

/** All trips a reseller sold, the newest departure first. */
export default function TripsTab({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const locale = useLocale()
  const query = useInfiniteQuery(tripsQuery(reseller.id))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  const columns = [
    { id: 'who', name: t('guest'), isRowHeader: true },
    { id: 'when', name: t('when') },
    { id: 'what', name: t('what') },
    { id: 'guests', name: t('guest'), isNameHidden: true },
    { id: 'status', name: t('status') },
    { id: 'total', name: t('total'), align: 'end' as const },
  ]
  const empty = (
    <EmptyState icon={<Route aria-hidden className="size-7" />} title={t('noTripsTitle')} text={t('noTripsText')} />
  )
  return (
    <Paged query={query} isEmpty={rows.length === 0} empty={empty}>
      <SimpleTable
        label={t('tab_trips')}
        columns={columns}
        rows={rows}
        rowHref={(trip) => href('trip', { trip: String(trip.id) }, locale)}
        phone={(trip) => <Lines trip={trip} />}
        cell={(trip, column) => <Cell trip={trip} column={column} />}
      />
    </Paged>
  )
}

function Cell({ trip, column }: { trip: TripSummary; column: string }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  switch (column) {
    case 'who':
      return <Who trip={trip} />
    case 'when':
      return <When trip={trip} />
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

function Who({ trip }: { trip: TripSummary }) {
  return (
    <span>
      <bdi>{fullName(trip.contact) || trip.contact.email}</bdi>{' '}
      <span className="font-mono text-sm font-normal text-faint">{trip.confirmation_code}</span>
    </span>
  )
}

function When({ trip }: { trip: TripSummary }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
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
function Lines({ trip }: { trip: TripSummary }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  return (
    <>
      <span className="flex items-baseline justify-between gap-3 font-medium">
        <Who trip={trip} />
        <span className="tabular-nums">{format.money(trip.total_amount, trip.currency)}</span>
      </span>
      <span className="text-sm text-soft">{format.shortList(trip.experience_names)}</span>
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-faint">
        <span>
          <When trip={trip} /> · {t('guests', { count: trip.pax_cnt })}
        </span>
        <Badges trip={trip} />
      </span>
    </>
  )
}
