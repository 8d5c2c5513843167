'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import { nameTrip, payDirectly, reserve, type DirectPay } from './closing'
import { focusPart } from './focus'
import { isNamed } from './model'
import { useSale } from './use-sale'

export type Changed = { before: number; after: number }

type Options = {
  /** A till sells to people without a name. */
  isNameNeeded: boolean
  onDone: (trip: TripFull) => void
}

/** Why a sale cannot be closed before anybody is asked. */
export class Incomplete extends Error {
  constructor(readonly missing: 'guests' | 'name') {
    super(missing)
  }
}

/** Closing a sale: everything typed reaches the server first, then the trip is booked. */
export function useClosing({ isNameNeeded, onDone }: Options) {
  const { store } = useSale()
  const queries = useQueryClient()
  const [changed, setChanged] = useState<Changed | null>(null)
  const close = async ({ pay, notify }: { pay?: DirectPay; notify: boolean }) => {
    const before = store.get().trip
    const trip = await store.settle()
    const { contact } = store.get().cart
    if (!trip) throw new Incomplete('guests')
    if (isNameNeeded && !isNamed(contact)) throw new Incomplete('name')
    // Whoever read a total aloud has to hear of another one before it counts.
    if (before && !changed && before.totals.total !== trip.totals.total && before.version !== trip.version) {
      setChanged({ before: before.totals.total, after: trip.totals.total })
      return null
    }
    const named = await nameTrip(trip, store.get().cart)
    return (await (pay ? payDirectly(named, pay, notify) : reserve(named, notify))).trip
  }
  const mutation = useMutation({
    mutationFn: close,
    onSuccess: (trip) => {
      if (!trip) return
      setChanged(null)
      for (const key of ['manifest', 'trips', 'calendar', 'sell']) void queries.invalidateQueries({ queryKey: [key] })
      onDone(trip)
    },
    onError: async (error) => {
      if (error instanceof Incomplete) focusPart(error.missing === 'name' ? 'contact' : 'find')
      if (error instanceof ApiError && error.code === 'contact_missing') focusPart('contact')
      if (!(error instanceof ApiError) || error.code !== 'price_changed') return
      const before = store.get().trip?.totals.total ?? 0
      const fresh = await store.reload()
      setChanged({ before, after: fresh?.totals.total ?? Number(error.detail.total) })
    },
  })
  return { ...mutation, changed }
}
