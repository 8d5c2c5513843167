'use client'
import type { components } from '@/api/schema'
import { isLive } from './model'
import { send } from './send'
import { useTrip } from './trip-context'
import type { SoldProduct, Trip, TripAnswer } from './types'

export type Product = components['schemas']['ProductOut']
type Wish = { product: Product; booking: number | null; sold: SoldProduct | undefined; qty: number }

/** Sell a thing from the shelf, more or less of it, or take it back: at once on the screen. */
export function useProductDeeds() {
  const { act } = useTrip()
  const setQty = ({ product, booking, sold, qty }: Wish) =>
    act({
      send: (trip) => (sold ? change(trip, sold, qty) : sell(trip, product.id, booking, qty)),
      guess: sold && ((trip) => withQty(trip, sold.id, qty)),
    })
  return { setQty }
}

function change({ id, version }: Trip, sold: SoldProduct, qty: number): Promise<TripAnswer> {
  const line = { trip: id ?? 0, bookingProduct: sold.id }
  return qty === 0
    ? send('/api/trip/{trip}/bookingProduct/{bookingProduct}/delete', line, { version })
    : send('/api/trip/{trip}/bookingProduct/{bookingProduct}/update', line, {
        qty,
        booking_id: sold.booking_id,
        version,
      })
}

/**
 * Sell something to a guest, or to the trip as such.
 *
 * Products of the trip come with a cart; once it is sold they go by way of a guest and are then taken off them.
 */
async function sell(trip: Trip, product_id: number, booking: number | null, qty: number): Promise<TripAnswer> {
  const { id, version } = trip
  if (booking === null && trip.status.slug === 'draft') {
    const known = trip.bookingProducts.filter((one) => one.booking_id === null)
    const products = [...known.map((one) => ({ product_id: one.product_id, qty: one.qty })), { product_id, qty }]
    return send('/api/trip/save', {}, { id, version, products })
  }
  const guest = booking ?? trip.tripOrders.find(isLive)?.bookings[0]?.id ?? 0
  const sold = await send('/api/booking/{booking}/product/add', { booking: guest }, { product_id, qty, version })
  const line = sold.trip.bookingProducts.find((one) => one.product_id === product_id && one.booking_id === guest)
  if (booking !== null || !line) return sold
  const at = { trip: id ?? 0, bookingProduct: line.id }
  const body = { booking_id: null, version: sold.trip.version }
  return send('/api/trip/{trip}/bookingProduct/{bookingProduct}/update', at, body)
}

function withQty(trip: Trip, id: number, qty: number): Trip {
  const bookingProducts = trip.bookingProducts.flatMap((one) =>
    one.id === id ? (qty === 0 ? [] : [{ ...one, qty, amount: qty * one.unit_amount }]) : [one],
  )
  return { ...trip, bookingProducts }
}
