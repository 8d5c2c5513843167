/** What a cart shall hold: everything that it holds, and what is being chosen now. Pure. */
import { quantitiesBody, quantitiesOf, type Quantities } from './guests'
import { activeOrders, type Trip, type TripOrder } from './types'

export type OrderBody = {
  id?: number
  experience_id: number
  timeslot_id: number
  quantities: { experience_customer_type_id: number; qty: number }[]
}

export type Choice = { orderId: number | null; experienceId: number | null; timeslotId: number; quantities: Quantities }

/** An order as it is: sent again, its seats stay and are held for longer. */
const asItIs = (order: TripOrder): OrderBody[] =>
  order.timeslot
    ? [{ id: order.id, experience_id: order.experience.id, timeslot_id: order.timeslot.id, quantities: quantitiesBody(quantitiesOf(order)) }]
    : []

/** The cart with one order changed, or with one more. */
export function withChoice(trip: Trip | null, { orderId, experienceId, timeslotId, quantities }: Choice): OrderBody[] {
  const chosen = { experience_id: experienceId!, timeslot_id: timeslotId, quantities: quantitiesBody(quantities) }
  const orders = activeOrders(trip)
  if (!orders.some((order) => order.id === orderId)) return [...orders.flatMap(asItIs), chosen]
  return orders.flatMap((order) => (order.id === orderId ? [{ id: order.id, ...chosen }] : asItIs(order)))
}

/** The cart without one order. */
export const without = (trip: Trip, orderId: number): OrderBody[] => activeOrders(trip).flatMap((order) => (order.id === orderId ? [] : asItIs(order)))

export const unchanged = (trip: Trip): OrderBody[] => activeOrders(trip).flatMap(asItIs)

/** The order that a save has made: the one that was not there before. */
export function newOrder(before: Trip | null, after: Trip): TripOrder | null {
  const known = new Set(activeOrders(before).map(({ id }) => id))
  return activeOrders(after).find(({ id }) => !known.has(id)) ?? null
}

/** "Adult 1", "Adult 2", "Child": guests told apart where there are several of a kind. */
export function guestNames(order: TripOrder): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { customerType } of order.bookings) counts.set(customerType.name, (counts.get(customerType.name) ?? 0) + 1)
  const seen = new Map<string, number>()
  return new Map(
    order.bookings.map(({ id, customerType: { name } }) => {
      const place = (seen.get(name) ?? 0) + 1
      seen.set(name, place)
      return [id, counts.get(name)! > 1 ? `${name} ${place}` : name]
    }),
  )
}
