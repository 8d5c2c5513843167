'use client'
import { useSession } from '@/lib/session'
import { isLive } from './model'
import { hasFee } from './noshow'
import { useTrip } from './trip-context'
import type { Order } from './types'

/** The guests, of these, whom the reader may charge for not coming; nobody where there is nothing to charge. */
export function useFeeFor(order: Order, bookings: number[]): number[] {
  const rules = useSession()?.properties
  const { trip, may } = useTrip()
  const isOn = may.checkIn && may.pay && isLive(order) && order.timeslot !== null && trip.totals.balance > 0
  return isOn && hasFee(rules) ? bookings : []
}
