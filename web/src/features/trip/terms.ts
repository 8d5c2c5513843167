import type { Order } from './types'

type Cancellation = Pick<NonNullable<Order['cancellation']>, 'refund_ppm' | 'fee_amount' | 'until'>

const ALL = 1_000_000

/** What can be said of a cancellation now: everything comes back, a part of it, or nothing. */
export function termsOf({ refund_ppm, fee_amount, until }: Cancellation) {
  if (refund_ppm === 0) return 'none'
  if (refund_ppm === ALL && fee_amount === 0) return until ? 'free' : 'freeAlways'
  if (!until) return 'shareAlways'
  return fee_amount === 0 ? 'share' : 'shareFee'
}
