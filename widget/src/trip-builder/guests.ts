/** How many guests of which kind may be chosen. */
import type { Price, PriceList, TripOrder } from './types'

/** Number of bookings by experience customer type. */
export type Quantities = Readonly<Record<number, number>>

/** Number of guests by customer type, whatever the experience: chosen before the experience was. */
export type Party = Readonly<Record<number, number>>

const ONLINE_MAX_BOOKINGS = 50

export const quantityOf = (quantities: Quantities, price: Price): number =>
  quantities[price.experience_customer_type_id] ?? 0

const seatsOf = (price: Price): number => Math.max(1, price.pax_per_booking)

export const partySize = (quantities: Quantities, prices: readonly Price[]): number =>
  prices.reduce((sum, price) => sum + quantityOf(quantities, price) * seatsOf(price), 0)

export const bookingCnt = (quantities: Quantities): number => Object.values(quantities).reduce((sum, qty) => sum + qty, 0)

export const estimate = (quantities: Quantities, prices: readonly Price[]): number =>
  prices.reduce((sum, price) => sum + quantityOf(quantities, price) * price.price, 0)

/** Seats that the kinds share: what is left when all say the same, no common limit when each has its own. */
function sharedSeats(prices: readonly Price[]): number {
  const counts = new Set(prices.map((price) => price.remaining).filter((count) => count !== null))
  return counts.size === 1 ? [...counts][0]! : Infinity
}

/** Seats that a party takes; kinds without a count, such as infants on a lap, take none. */
const seatsTaken = (quantities: Quantities, prices: readonly Price[]): number =>
  partySize(quantities, prices.filter((price) => price.remaining !== null))

export type Limits = { canAdd: boolean; canRemove: boolean; limit: 'seats' | 'party' | 'type' | null }

/** Whether one more or one less of a kind is possible, and what stands in the way of one more. */
export function limitsOf(price: Price, quantities: Quantities, list: PriceList): Limits {
  const qty = quantityOf(quantities, price)
  const next = { ...quantities, [price.experience_customer_type_id]: stepped(price, qty, 1) }
  const nextQty = quantityOf(next, price)
  let limit: Limits['limit'] = null
  if (nextQty > (price.max_qty ?? Infinity)) limit = 'type'
  else if (partySize(next, list.prices) > (list.max_pax ?? ONLINE_MAX_BOOKINGS)) limit = 'party'
  else if (nextQty * seatsOf(price) > (price.remaining ?? Infinity)) limit = 'seats'
  else if (price.remaining !== null && seatsTaken(next, list.prices) > sharedSeats(list.prices)) limit = 'seats'
  return { canAdd: limit === null, canRemove: qty > 0, limit }
}

/** One step up or down. The first step up goes to the least that can be booked, one below it goes to none. */
export function stepped(price: Price, qty: number, direction: 1 | -1): number {
  const least = Math.max(1, price.min_qty ?? 0)
  if (direction > 0) return qty === 0 ? least : qty + 1
  return qty <= least ? 0 : qty - 1
}

/** The party that is proposed: the one that was chosen before, else the fewest guests of the first kind that make a valid booking. */
export function proposedQuantities({ prices, min_pax }: PriceList, wanted: Party = {}): Quantities {
  const asked = prices.map((price): [number, number] => [price.experience_customer_type_id, wanted[price.customer_type.id] ?? 0])
  if (asked.some(([, qty]) => qty > 0)) return Object.fromEntries(asked.filter(([, qty]) => qty > 0))
  const first = prices.find((price) => price.customer_type.kind === 'adult') ?? prices[0]
  if (!first || first.remaining === 0) return {}
  const least = Math.max(1, first.min_qty ?? 0, Math.ceil((min_pax ?? 1) / seatsOf(first)))
  return { [first.experience_customer_type_id]: least }
}

export type PartyProblem = { kind: 'none' } | { kind: 'tooFew'; count: number } | { kind: 'tooMany'; count: number }

/** What keeps a party from being booked, if anything. */
export function partyProblem(quantities: Quantities, list: PriceList): PartyProblem | null {
  const size = partySize(quantities, list.prices)
  if (size === 0 && bookingCnt(quantities) === 0) return { kind: 'none' }
  if (list.min_pax !== null && size < list.min_pax) return { kind: 'tooFew', count: list.min_pax }
  const most = Math.min(list.max_pax ?? ONLINE_MAX_BOOKINGS, sharedSeats(list.prices))
  if (seatsTaken(quantities, list.prices) > most || size > (list.max_pax ?? Infinity)) {
    return { kind: 'tooMany', count: most }
  }
  return null
}

export const quantitiesBody = (quantities: Quantities): { experience_customer_type_id: number; qty: number }[] =>
  Object.entries(quantities)
    .filter(([, qty]) => qty > 0)
    .map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty }))

/** The party of a saved order. */
export function quantitiesOf(order: TripOrder): Quantities {
  const counted: Record<number, number> = {}
  for (const { experience_customer_type_id: id } of order.bookings) counted[id] = (counted[id] ?? 0) + 1
  return counted
}

/** The party as the price call takes it: prices may depend on how many come. */
export function partyQuery(quantities: Quantities): string {
  const parts = quantitiesBody(quantities).map(({ experience_customer_type_id: id, qty }) => `${id}:${qty}`)
  return parts.length > 0 ? `?quantities=${parts.join(',')}` : ''
}

/** What is left of few seats once the party has sat down; null when there are many, or they are not counted. */
export function seatsToTell(quantities: Quantities, { prices, countdown_from }: PriceList): number | null {
  const shared = sharedSeats(prices)
  if (!Number.isFinite(shared)) return null
  const left = shared - seatsTaken(quantities, prices)
  return left > 0 && left <= countdown_from ? left : null
}

/** The party of an address, `customer type:how many` with commas: `1:2,2:1`. */
export function partyOf(text: string | null): Party {
  const pairs = (text ?? '').split(',').map((part) => /^([1-9]\d{0,9}):([1-9]\d?)$/.exec(part))
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[Number(pair[1]), Number(pair[2])]] : [])))
}
