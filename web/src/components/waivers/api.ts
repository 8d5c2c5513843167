import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, type ApiError } from '@/api/client'

export type WaiverWord = 'marked_signed' | 'required' | 'not_applicable'

/** Say of a guest and their waivers what staff know: signed on paper, still to be signed, not needed. */
export const setWaiver = (booking: number, state: WaiverWord) =>
  dataOf(api.POST('/api/booking/{booking}/waiverStatus/set', { params: { path: { booking } }, body: { state } }))

/** Say that guests signed on paper, one after the other: they may be of one trip, which changes with each. */
export async function markSigned(bookings: readonly number[]) {
  for (const booking of bookings) await setWaiver(booking, 'marked_signed')
}

/** The guests over whom a check-in was refused because they have not signed. */
export function unsignedIn({ detail }: Pick<ApiError, 'detail'>): number[] {
  const ids = detail['booking_ids']
  return Array.isArray(ids) ? ids.filter((one) => typeof one === 'number') : []
}

/** The tablets and kiosks that guests can sign on. */
export const tabletsQuery = queryOptions({
  queryKey: ['setup', 'devices', 'signed-on'],
  queryFn: () =>
    dataOf(api.GET('/api/devices/get')).then(({ devices }) =>
      devices.filter(({ kind }) => kind === 'waiver_tablet' || kind === 'kiosk'),
    ),
  staleTime: 60_000,
})

/** Have a tablet show what guests have to sign; without guests it is free again. */
export const showOnTablet = (device_id: number, booking_ids: readonly number[]) =>
  dataOf(api.POST('/api/devices/showWaiver', { body: { device_id, booking_ids: [...booking_ids] } }))
