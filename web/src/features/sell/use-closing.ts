'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TripFull } from '@/api/models'
import { reserve } from './closing'
import { useReadiness } from './use-readiness'

/** What shows sales elsewhere is read again. */
export function useRenewing() {
  const queries = useQueryClient()
  return () => {
    for (const key of ['manifest', 'trips', 'calendar', 'sell']) void queries.invalidateQueries({ queryKey: [key] })
  }
}

/** Closing a sale without money: everything typed reaches the server first, then the trip is booked. */
export function useClosing(onDone: (trip: TripFull) => void) {
  const { check, explain, changed } = useReadiness(true)
  const renew = useRenewing()
  const mutation = useMutation({
    mutationFn: async ({ notify }: { notify: boolean }) => {
      const trip = await check()
      return trip && (await reserve(trip, notify)).trip
    },
    onSuccess: (trip) => {
      if (!trip) return
      renew()
      onDone(trip)
    },
    onError: explain,
  })
  return { ...mutation, changed }
}
