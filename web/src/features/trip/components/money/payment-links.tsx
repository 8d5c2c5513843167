'use client'
import { useQuery } from '@tanstack/react-query'
import { late } from '@/lib/late'
import { linksQuery } from '../../links'
import { useTrip } from '../../trip-context'

const LinkRows = late(() => import('./link-rows').then((file) => file.LinkRows))

/** Requests for money that were handed out, where there are any. */
export function PaymentLinks() {
  const { trip, may } = useTrip()
  const { data: links = [] } = useQuery({
    ...linksQuery(trip.id ?? 0, trip.version),
    enabled: may.notePayment && trip.id !== null,
  })
  return links.length > 0 && <LinkRows links={links} />
}
