/** What a cart comes to while it is being filled. Pure; minor units. */
import { addonsTotal, isSame } from '../addons'
import { estimate, partySize } from '../guests'
import { orderOf } from '../types'
import type { Checkout } from './flow'

/** The steps in which the server's own lines are shown; before, the visitor is still choosing. */
export const isCounted = ({ trip, step }: Checkout): boolean => trip !== null && step !== 'times' && step !== 'guests'

/** What is picked beside the tickets and not saved yet, in minor units. */
export function unsaved({ extras, picks, step, trip, orderId }: Checkout): number {
  const order = orderOf(trip, orderId)
  if (step !== 'extras' || !extras || !order || isSame(extras, picks)) return 0
  const before = Object.fromEntries(
    extras.chosen.map((one) => [`${one.addon_id}/${one.booking_id ?? ''}`, { valueId: one.value_id, qty: one.qty, text: one.text_value }]),
  )
  return addonsTotal(extras.available, picks, order) - addonsTotal(extras.available, before, order)
}

/** The total as it stands: the server's when it has counted, else the running one; null before guests are chosen. */
export function totalOf(state: Checkout): number | null {
  const { trip, prices, quantities, step } = state
  if (isCounted(state)) return trip!.totals.total + unsaved(state)
  if (step === 'times' || !prices || partySize(quantities, prices.prices) === 0) return null
  return estimate(quantities, prices.prices)
}
