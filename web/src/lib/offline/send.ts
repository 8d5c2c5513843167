import { api, dataOf } from '@/api/client'
import type { Action } from './queue'

/** Bring an action to the server, which counts it once however often it comes. */
export function sendAction({ id, orderId, bookingIds, occurredAt, status }: Action) {
  const params = { path: { tripOrder: orderId } }
  const body = { booking_ids: bookingIds, occurred_at: occurredAt, client_action_id: id }
  if (status.slug === 'checked_in') return dataOf(api.POST('/api/tripOrder/{tripOrder}/checkin', { params, body }))
  if (status.slug === 'no_show') return dataOf(api.POST('/api/tripOrder/{tripOrder}/noshow', { params, body }))
  return dataOf(
    api.POST('/api/tripOrder/{tripOrder}/setBookingStatuses/save', {
      params,
      body: { ...body, booking_status_id: status.id },
    }),
  )
}
