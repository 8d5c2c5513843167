import { api, dataOf } from '@/api/client'
import type { Action } from './queue'

// What is sent as it is tapped happens now: the server may still say no to it. What comes later has happened.
const AT_ONCE_MS = 2_000

/** Bring an action to the server, which counts it once however often it comes. */
export function sendAction({ id, orderId, bookingIds, occurredAt, status }: Action, isFirst: boolean) {
  const params = { path: { tripOrder: orderId } }
  const isNow = isFirst && Date.now() - Date.parse(occurredAt) < AT_ONCE_MS
  const body = { booking_ids: bookingIds, occurred_at: isNow ? null : occurredAt, client_action_id: id }
  if (status.slug === 'checked_in') return dataOf(api.POST('/api/tripOrder/{tripOrder}/checkin', { params, body }))
  if (status.slug === 'no_show') return dataOf(api.POST('/api/tripOrder/{tripOrder}/noshow', { params, body }))
  return dataOf(
    api.POST('/api/tripOrder/{tripOrder}/setBookingStatuses/save', {
      params,
      body: { ...body, booking_status_id: status.id },
    }),
  )
}
