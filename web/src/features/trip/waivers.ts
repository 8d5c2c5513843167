import type { Booking, Order } from './types'

export type GuestWaivers = Booking['waiver']
export type BadgeState = 'missing' | 'signed' | 'marked' | 'unneeded'

/** How a guest stands with signing, in a word; null when nothing is asked of them. */
export function badgeOf({ required, signed, state, waivers }: GuestWaivers): BadgeState | null {
  if (required === 0) return waivers.some((one) => one.state === 'not_applicable') ? 'unneeded' : null
  if (signed < required) return 'missing'
  return state === 'marked' ? 'marked' : 'signed'
}

/** What can be said of a guest's waivers, as they stand. */
export function wordsFor(waiver: GuestWaivers) {
  const { required, signed, waivers } = waiver
  const isMissing = signed < required
  return {
    marked_signed: isMissing,
    not_applicable: isMissing,
    required: waivers.some((one) => one.state === 'marked_signed' || one.state === 'not_applicable'),
  }
}

/** The guests of an order who have something to sign. */
export const unsignedOf = (order: Order) =>
  order.bookings.filter(({ waiver }) => waiver.signed < waiver.required).map((one) => one.id)
