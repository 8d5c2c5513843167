'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Ticket } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TripRow } from '@/api/models'
import { TripStatusBadge } from '@/components/trip-badges'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { Tabs } from '@/components/ui/tabs'
import { AppLink } from '@/lib/app-link'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { soldQuery } from '../api'
import { listOf, spans, type Span } from '../model'

/** What was sold at this desk and by its colleagues: today, later, before; found by name or code. */
export function DeskTripsScreen() {
  const t = useTranslations('desk')
  const [span, setSpan] = useState<Span>('today')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  useTitle(t('page_deskTrips'))
  return (
    <PageBody>
      <div className="mx-auto max-w-2xl">
        <h1 className="mb-4 text-2xl font-semibold">{t('page_deskTrips')}</h1>
        <SearchField label={t('findTrip')} value={typed} onChange={setTyped} />
        <div className="mt-4">
          {search ? (
            <TripList span={span} search={search} />
          ) : (
            <Tabs
              label={t('page_deskTrips')}
              items={spans.map((id) => ({ id, label: t(`span_${id}`) }))}
              value={span}
              onChange={(id) => setSpan(id as Span)}
            >
              <TripList span={span} search="" />
            </Tabs>
          )}
        </div>
      </div>
    </PageBody>
  )
}

function TripList({ span, search }: { span: Span; search: string }) {
  const t = useTranslations('desk')
  const { filters, sort } = listOf(span, search)
  const query = useInfiniteQuery(soldQuery(search, filters, sort))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton className="h-48" />
  if (rows.length === 0) {
    return (
      <EmptyState
        icon={<Ticket aria-hidden className="size-7" />}
        title={search ? t('noTripFound') : t(`none_${span}`)}
        text={search ? t('noTripFoundText') : undefined}
      />
    )
  }
  return (
    <>
      <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
        {rows.map((trip) => (
          <TripLine key={trip.id} trip={trip} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button className="mt-4 w-full" isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

function TripLine({ trip }: { trip: TripRow }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <li>
      <AppLink
        to="deskTrip"
        params={{ trip: String(trip.id) }}
        className="flex min-h-18 items-center gap-3 px-4 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 grow">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="font-medium">{fullName(trip.contact) || trip.confirmation_code}</span>
            {trip.status.slug !== 'reserved' && <TripStatusBadge status={trip.status} />}
          </span>
          <span className="block truncate text-sm text-soft">{format.shortList(trip.experience_names)}</span>
          <span className="block text-sm text-faint tabular-nums">
            {trip.first_start_at && `${format.instant(trip.first_start_at, zone)} · `}
            {t('guestCount', { count: trip.pax_cnt })} · <span className="font-mono">{trip.confirmation_code}</span>
          </span>
        </span>
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </AppLink>
    </li>
  )
}
