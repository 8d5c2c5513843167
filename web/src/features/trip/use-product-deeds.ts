'use client'
import type { components } from '@/api/schema'
import { send } from './send'
import { useTrip } from './trip-context'
import type { SoldProduct, Trip } from './types'

export type Product = components['schemas']['ProductOut']
type Wish = { product: Product; booking: number | null; sold: SoldProduct | undefined; qty: number }

/** Sell a thing from the shelf, more or less of it, or take it back: at once on the screen. */
export function useProductDeeds() {
  const { id, act } = useTrip()
  const setQty = ({ product, booking, sold, qty }: Wish) => {
    const at = { trip: id }
    act({
      send: ({ version }) => {
        if (!sold) {
          const body = { product_id: product.id, qty, booking_id: booking, version }
          return send('/api/trip/{trip}/bookingProduct/add', at, body)
        }
        const line = { ...at, bookingProduct: sold.id }
        return qty === 0
          ? send('/api/trip/{trip}/bookingProduct/{bookingProduct}/delete', line, { version })
          : send('/api/trip/{trip}/bookingProduct/{bookingProduct}/update', line, { qty, version })
      },
      guess: sold && ((trip) => withQty(trip, sold.id, qty)),
    })
  }
  return { setQty }
}

function withQty(trip: Trip, id: number, qty: number): Trip {
  const bookingProducts = trip.bookingProducts.flatMap((one) =>
    one.id === id ? (qty === 0 ? [] : [{ ...one, qty, amount: qty * one.unit_amount }]) : [one],
  )
  return { ...trip, bookingProducts }
}
