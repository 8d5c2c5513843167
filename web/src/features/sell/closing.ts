import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '@/api/client'
import type { TripFull } from '@/api/models'
import type { TripAnswer, Warning } from './api'

/** Money that does not go through our gateway. */
export const methods = ['cash', 'card', 'check', 'bank_transfer', 'voucher', 'other'] as const
export type PayMethod = (typeof methods)[number]

export type DirectPay = {
  method: PayMethod
  /** Minor units, without the tip. */
  amount: number
  tip_amount: number
  reference: string
}

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

/** Book it with money that was taken outside; `total` is what the customer was told. */
export const payDirectly = ({ id, totals }: TripFull, pay: DirectPay, notify: boolean) =>
  send(
    '/api/trip/{trip}/directPay/convert',
    { trip: id ?? 0 },
    { ...pay, reference: pay.reference || null, expected_total: totals.total, notify },
  )
