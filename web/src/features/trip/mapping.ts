import type { components } from '@/api/schema'
import type { Booking, Order } from './types'

/** A kind of guest an experience sells at a departure, and its price. */
export type Sold = components['schemas']['PriceOut']

/** Which kind of the other experience the guests of a kind become, by experience customer type. */
export type Mapping = Record<number, number>

/** What can be told without asking: the same customer type, else the same sort of person, else the only kind. */
export function guessMapping(bookings: readonly Booking[], sold: readonly Sold[]): Mapping {
  const found: Mapping = {}
  for (const { experience_customer_type_id: from, customerType } of bookings) {
    const same = sold.find((one) => one.customer_type.id === customerType.id)
    const named = sold.find((one) => one.label === customerType.name || one.customer_type.name === customerType.name)
    const to = same ?? named ?? (sold.length === 1 ? sold[0] : undefined)
    if (to) found[from] = to.experience_customer_type_id
  }
  return found
}

export const isMapped = (bookings: readonly Booking[], mapping: Mapping) =>
  bookings.every((one) => mapping[one.experience_customer_type_id] !== undefined)

export type PriceMode = 'keep' | 'reprice' | 'reprice_if_higher'

/**
 * What the tickets of an order come to before and after a move, in minor units.
 *
 * Free guests stay free and prices set by hand stay; "if higher" is decided for the order as a whole.
 */
export function moveSums(order: Order, sold: readonly Sold[], mapping: Mapping | null, mode: PriceMode) {
  const before = order.bookings.reduce((sum, one) => sum + (one.is_comped ? 0 : one.unit_amount), 0)
  const priced = order.bookings.reduce((sum, one) => sum + priceOf(one, sold, mapping), 0)
  const isNew = mode === 'reprice' || (mode === 'reprice_if_higher' && priced > before)
  return { before, after: isNew ? priced : before }
}

function priceOf(booking: Booking, sold: readonly Sold[], mapping: Mapping | null): number {
  if (booking.is_comped) return 0
  if (booking.customer_type_amount_override !== null) return booking.customer_type_amount_override
  const kind = mapping ? mapping[booking.experience_customer_type_id] : booking.experience_customer_type_id
  return sold.find((one) => one.experience_customer_type_id === kind)?.price ?? booking.unit_amount
}
