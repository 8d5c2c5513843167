/** Tells the page around us, for its analytics, how far a booking has come; never who books. */
import { useEffect, useRef } from 'react'
import { announce } from '../host'
import type { Checkout } from './checkout/flow'

export function useTold({ step, trip }: Pick<Checkout, 'step' | 'trip'>): void {
  const booked = useRef<string | null>(null)
  useEffect(() => announce('step', { step }), [step])
  useEffect(() => {
    if (step !== 'done' || !trip || booked.current === trip.hash) return
    booked.current = trip.hash
    const items = trip.tripOrders.map(({ experience, timeslot, bookings }) => ({
      experience: experience.id,
      name: experience.name,
      date: timeslot?.date ?? null,
      guests: bookings.length,
    }))
    announce('booked', { value: trip.totals.total, currency: trip.currency, items })
  }, [step, trip])
}
