'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TripFull } from '@/api/models'
import { useReadiness } from '@/features/sell/use-readiness'
import { useSale } from '@/features/sell/use-sale'
import { tripQuery } from '@/features/trip/api'
import { beginSale, reserveOnce } from './api'

/** Sells what is in the cart: everything typed reaches the server first, then the trip is booked, once. */
export function useSelling(onSold: (trip: TripFull) => void) {
  const queries = useQueryClient()
  const { store } = useSale()
  const { check, explain, changed } = useReadiness(false)
  const mutation = useMutation({
    // Without a connection it is said at once: an agent who waits for a sale that waits for a signal sells nothing.
    networkMode: 'always',
    mutationFn: async () => {
      // What was refused, or did not get through, is asked for anew: things may be otherwise by now.
      if (store.get().problem) await store.again()
      const trip = await check()
      return trip && (await reserveOnce(trip))
    },
    onSuccess: (trip) => {
      if (!trip) return
      beginSale()
      queries.setQueryData(tripQuery(String(trip.id)).queryKey, trip)
      for (const key of ['desk', 'desk-day', 'desk-trips', 'desk-earnings']) {
        void queries.invalidateQueries({ queryKey: [key] })
      }
      onSold(trip)
    },
    onError: explain,
  })
  return { ...mutation, changed }
}
