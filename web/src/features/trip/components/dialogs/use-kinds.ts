'use client'
import { useQuery } from '@tanstack/react-query'
import { kindsQuery, pricesQuery } from '../../api'
import { useTrip } from '../../trip-context'
import type { Order } from '../../types'

export type Kind = { id: number; name: string; price: number; remaining: number | null; note: string }

/** The kinds of guests an order can have, at the prices of its departure; without one at the list price. */
export function useKinds(order: Order): Kind[] | undefined {
  const { trip } = useTrip()
  const slot = order.timeslot?.id
  const priced = useQuery({ ...pricesQuery(slot ?? 0, trip.tripMethod.slug), enabled: slot !== undefined })
  const listed = useQuery({ ...kindsQuery(order.experience.id), enabled: slot === undefined })
  if (slot !== undefined) {
    return priced.data?.prices.map((one) => ({
      id: one.experience_customer_type_id,
      name: one.label || one.customer_type.name,
      price: one.price,
      remaining: one.remaining,
      note: ages(one.min_age, one.max_age),
    }))
  }
  return listed.data?.map((one) => ({
    id: one.id,
    name: one.label || one.customer_type.name,
    price: one.base_price,
    remaining: null,
    note: ages(one.min_age, one.max_age),
  }))
}

/** "3–12", "65+" or nothing. */
function ages(least: number | null, most: number | null): string {
  if (least === null && most === null) return ''
  return most === null ? `${least}+` : `${least ?? 0}–${most}`
}
