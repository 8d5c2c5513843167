import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'

export const tripQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip],
    queryFn: () => dataOf(api.GET('/api/trip/{trip}/get', { params: { path: { trip } } })),
  })

export const historyQuery = (trip: string) =>
  queryOptions({
    queryKey: ['trip', trip, 'history'],
    queryFn: async () => (await dataOf(api.GET('/api/trip/{trip}/history', { params: { path: { trip } } }))).data,
  })

/** Check guests of an order in, or take it back with the id of the "not checked in" status. */
export function setCheckedIn(tripOrder: number, booking_ids: number[], undoStatusId?: number) {
  const params = { path: { tripOrder } }
  if (undoStatusId === undefined) {
    return dataOf(api.POST('/api/tripOrder/{tripOrder}/checkin', { params, body: { booking_ids } }))
  }
  const body = { booking_ids, booking_status_id: undoStatusId }
  return dataOf(api.POST('/api/tripOrder/{tripOrder}/setBookingStatuses/save', { params, body }))
}
