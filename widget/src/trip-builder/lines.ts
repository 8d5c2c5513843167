/** The price of a cart as people read it: per activity, then what belongs to the whole. Pure. */
import { nameOf, type BillLine } from '../bill'
import { activeOrders, cardsOn, type Trip, type TripOrder } from './types'

export type Line = { key: string; text: string; amount: number; kind: string; isIncluded: boolean }

const lineOf = (line: BillLine, key: number): Line => ({
  key: `b${key}`,
  text: nameOf(line.label, line.qty),
  amount: line.amount,
  kind: line.kind,
  isIncluded: line.is_inclusive,
})

const OWN = new Set(['ticket', 'addon'])

/** What each activity costs, and what comes on top of all or goes off it. */
export function linesOfTrip(trip: Trip): { orders: { order: TripOrder; lines: Line[] }[]; rest: Line[] } {
  const isOwn = ({ kind, trip_order_id }: BillLine): boolean => OWN.has(kind) && trip_order_id !== null
  return {
    orders: activeOrders(trip).map((order) => ({
      order,
      lines: trip.billLines.filter((line) => isOwn(line) && line.trip_order_id === order.id).map(lineOf),
    })),
    rest: trip.billLines.filter((line) => !isOwn(line)).map(lineOf),
  }
}

/** What gift cards pay of a cart, in minor units. */
export const paidByCards = (trip: Trip): number => cardsOn(trip).reduce((sum, { amount }) => sum + amount, 0)
