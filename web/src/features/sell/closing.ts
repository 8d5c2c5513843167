import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { TripFull } from '@/api/models'
import type { TripAnswer, Warning } from './api'
import type { Cart } from './model'

export type Verdict = { can_reserve: boolean; blockers: Warning[]; warnings: Warning[] }

const at = (trip: number) => ({ params: { path: { trip: String(trip) } } })

/** What stands against reserving a draft as it is, and what to know before. */
export const verdictQuery = (trip: number, version: number) =>
  queryOptions({
    queryKey: ['sell', 'verdict', trip, version],
    queryFn: (): Promise<Verdict> => dataOf(api.GET('/api/trip/{trip}/canReserve' as never, at(trip) as never)),
    staleTime: 60_000,
  })

/** Post something about a trip; every change is answered with the whole trip. */
export function send(path: string, ids: Record<string, number>, body: object): Promise<TripAnswer> {
  return dataOf(api.POST(path as never, { params: { path: ids }, body } as never))
}

export const reserve = ({ id, version }: TripFull, notify: boolean) =>
  send('/api/trip/{trip}/reserve', { trip: id ?? 0 }, { notify, version })

/** What the trip is called and where it came from, as far as that differs; returns it as it is then. */
export async function nameTrip(trip: TripFull, { group_name, voucher, source_id }: Cart): Promise<TripFull> {
  const wanted = [
    ['groupName/save', 'group_name', trip.group_name, group_name.trim() || null],
    ['setVoucher', 'reseller_voucher', trip.reseller_voucher, voucher.trim() || null],
    ['source/save', 'trip_source_id', trip.tripSource?.id ?? null, source_id],
  ] as const
  let named = trip
  for (const [path, field, now, then] of wanted) {
    if ((now || null) === then) continue
    const body = { [field]: then, version: named.version }
    named = (await send(`/api/trip/{trip}/${path}`, { trip: trip.id ?? 0 }, body)).trip
  }
  return named
}

/** Codes that would make the sale cheaper, the best first. */
export const offersQuery = (trip_id: number, version: number) =>
  queryOptions({
    queryKey: ['sell', 'offers', trip_id, version],
    queryFn: () => dataOf(api.GET('/api/payments/getAvailableOfferCodes', { params: { query: { trip_id } } })),
    staleTime: 60_000,
  })
