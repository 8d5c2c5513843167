import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { CheckState } from './model'

const every20Seconds = 20_000

export const manifestQuery = (date: string) =>
  queryOptions({
    queryKey: ['manifest', date],
    queryFn: () => dataOf(api.GET('/api/manifest/getManifestOnDay/{day}', { params: { path: { day: date } } })),
    refetchInterval: every20Seconds,
    staleTime: 5_000,
    enabled: date !== '',
  })

export type StatusChange = { orderId: number; bookingIds: number[]; to: CheckState; statusId: number }

/** Move bookings of one order to a status; the server answers with the trip. */
export function saveStatus({ orderId, bookingIds, to, statusId }: StatusChange) {
  const params = { path: { tripOrder: orderId } }
  const booking_ids = bookingIds
  if (to === 'checked_in')
    return dataOf(api.POST('/api/tripOrder/{tripOrder}/checkin', { params, body: { booking_ids } }))
  if (to === 'no_show') return dataOf(api.POST('/api/tripOrder/{tripOrder}/noshow', { params, body: { booking_ids } }))
  return dataOf(
    api.POST('/api/tripOrder/{tripOrder}/setBookingStatuses/save', {
      params,
      body: { booking_ids, booking_status_id: statusId },
    }),
  )
}
