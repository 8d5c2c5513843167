'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Departure } from '@/api/models'
import { dayIn } from '@/lib/dates'
import { pricesQuery } from '../../api'
import { guessMapping, isMapped, mappingIn, type Mapping, type PriceMode } from '../../mapping'
import { useTrip } from '../../trip-context'
import type { Order } from '../../types'

type Wish = {
  experience: number
  firstDay: string
  slot: Departure | null
  mode: PriceMode
  /** What was chosen by hand; the rest is guessed. */
  own: Mapping
  isOver: boolean
  notify: boolean
}

/** Where an order is to go, as far as it was chosen, and what that asks and costs. */
export function useMove(order: Order) {
  const { trip, zone } = useTrip()
  const today = dayIn(zone)
  const day = order.timeslot && order.timeslot.date > today ? order.timeslot.date : today
  const [wish, setWish] = useState<Wish>({
    experience: order.experience.id,
    firstDay: day,
    slot: null,
    mode: 'keep',
    own: {},
    isOver: false,
    notify: true,
  })
  const put = (part: Partial<Wish>) => setWish((so) => ({ ...so, ...part }))
  const isOther = wish.experience !== order.experience.id
  const prices = useQuery({
    ...pricesQuery(wish.slot?.id ?? 0, trip.tripMethod.slug),
    enabled: wish.slot !== null,
  })
  const sold = wish.slot ? prices.data?.prices : undefined
  const mapping = isOther && sold ? { ...guessMapping(order.bookings, sold), ...wish.own } : null
  const isReady = wish.slot !== null && (!isOther || (mapping !== null && isMapped(order.bookings, mapping)))
  return { ...wish, put, isOther, sold, mapping, isReady }
}

export type Move = ReturnType<typeof useMove>

/** The move as the server takes it, but for whom to tell. */
export const moveBody = ({ mode, mapping, isOver }: Move) => ({
  price_mode: mode,
  type_mapping: mappingIn(mapping),
  force: isOver,
})
