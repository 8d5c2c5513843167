import type { components } from '@/api/schema'
import type { Booking } from './types'

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

/** The mapping as the server takes it. */
export const mappingIn = (mapping: Mapping | null) =>
  Object.entries(mapping ?? {}).map(([from, to_id]) => ({ from_id: Number(from), to_id }))
