'use client'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { PaidBadge, TripStatusBadge } from '@/components/trip-badges'
import { Badge } from '@/components/ui/badge'
import { isCalledOff } from '../model'

/** What became of a trip and of its money; one of which nothing is left is neither booked nor paid. */
export function TripBadges({ trip }: { trip: TripFull }) {
  const t = useTranslations('trip')
  const isOff = isCalledOff(trip)
  return (
    <>
      {isOff ? <Badge tone="bad">{t('cancelled')}</Badge> : <TripStatusBadge status={trip.status} />}
      {!(isOff && trip.totals.total === 0 && trip.totals.balance === 0) && <PaidBadge state={trip.paid_state} />}
    </>
  )
}
