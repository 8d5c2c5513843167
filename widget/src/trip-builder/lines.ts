/** The price of a cart as people read it: per activity, then what belongs to the whole. Pure. */
import { activeOrders, cardsOn, type PriceLine, type Trip, type TripOrder } from './types'

export type Line = { key: string; text: string; amount: number; kind: string; isIncluded: boolean }

/** Lines that differ only in whom they are for are one line: the server writes one for every booking. */
export function groupedLines(lines: readonly PriceLine[]): Line[] {
  const groups = new Map<string, { line: PriceLine; qty: number; amount: number }>()
  for (const line of lines) {
    const key = `${line.kind} ${line.label} ${line.unit_amount} ${line.is_inclusive ?? false}`
    const group = groups.get(key) ?? { line, qty: 0, amount: 0 }
    groups.set(key, { line, qty: group.qty + line.qty, amount: group.amount + line.amount })
  }
  return [...groups].map(([key, { line, qty, amount }]) => ({
    key,
    text: qty > 1 ? `${line.label} × ${qty}` : line.label,
    amount,
    kind: line.kind,
    isIncluded: line.is_inclusive ?? false,
  }))
}

const OWN = new Set(['ticket', 'addon', 'product'])

/** What each activity costs, and what comes on top of all or goes off it. */
export function linesOfTrip(trip: Trip): { orders: { order: TripOrder; lines: Line[] }[]; rest: Line[] } {
  const isOwn = ({ kind, trip_order_id }: PriceLine): boolean => OWN.has(kind) && trip_order_id !== null
  return {
    orders: activeOrders(trip).map((order) => ({
      order,
      lines: groupedLines(trip.priceLines.filter((line) => isOwn(line) && line.trip_order_id === order.id)),
    })),
    rest: groupedLines(trip.priceLines.filter((line) => !isOwn(line))),
  }
}

/** What gift cards pay of a cart, in minor units. */
export const paidByCards = (trip: Trip): number => cardsOn(trip).reduce((sum, { amount }) => sum + amount, 0)
