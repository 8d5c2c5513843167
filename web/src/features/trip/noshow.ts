import { queryOptions } from '@tanstack/react-query'
import type { components } from '@/api/schema'
import { read } from './send'
import type { Order } from './types'

/** What not coming costs some guests, and the card that would be charged; amounts in minor units. */
export type NoshowFee = components['schemas']['NoshowFeeOut']

type Rules = { noshow_fee_amount: number; noshow_fee_ppm: number }

/** Whether the operator asks anything of those who do not come. */
export const hasFee = (rules: Rules | undefined) =>
  rules !== undefined && (rules.noshow_fee_amount > 0 || rules.noshow_fee_ppm > 0)

/** Guests of an order who are not here, whether or not somebody has noted that. */
export const missingOf = ({ bookings }: Order): number[] =>
  bookings
    .filter(({ checked_in_at, bookingStatus }) => checked_in_at === null && bookingStatus.slug !== 'checked_in')
    .map(({ id }) => id)

export const feeQuery = (tripOrder: number, booking_ids: number[], version: number) =>
  queryOptions({
    queryKey: ['noshow-fee', tripOrder, booking_ids, version],
    queryFn: () => read<NoshowFee>('/api/tripOrder/{tripOrder}/noshowFee/get', { tripOrder }, { booking_ids }),
    staleTime: 0,
  })
