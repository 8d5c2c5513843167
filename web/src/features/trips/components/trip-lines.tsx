'use client'
import { Flag } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { TripRow } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'

/** A trip in two lines, for narrow screens: who and how much, when and what. */
export function TripLines({ trip }: { trip: TripRow }) {
  const t = useTranslations('trips')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const isSold = trip.status.slug === 'reserved'
  const owes = trip.balance_amount > 0
  const when = trip.first_start_at ? format.instant(trip.first_start_at, zone) : t('noDate')
  return (
    <>
      <span className="flex items-center justify-between gap-3">
        <span className="truncate font-medium">
          <bdi>{fullName(trip.contact) || trip.contact.email || t('nobody')}</bdi>
          {trip.is_flagged && <Flag aria-label={t('flagged')} className="ms-1.5 inline size-3.5 text-bad" />}
        </span>
        <span className="shrink-0 tabular-nums">
          {format.money(owes ? trip.balance_amount : trip.total_amount, trip.currency)}
        </span>
      </span>
      <span className="mt-0.5 flex items-center justify-between gap-3 text-sm text-faint">
        <span className="truncate">
          {when} · {trip.experience_names[0] ?? trip.confirmation_code}
        </span>
        <span className="shrink-0">
          {isSold ? <PaidBadge state={trip.paid_state} /> : <TripStatusBadge status={trip.status} />}
        </span>
      </span>
    </>
  )
}
