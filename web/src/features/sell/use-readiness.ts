'use client'
import { useState } from 'react'
import { ApiError } from '@/api/client'
import type { TripFull } from '@/api/models'
import { nameTrip } from './closing'
import { focusPart } from './focus'
import { isNamed } from './model'
import { useSale } from './use-sale'

export type Changed = { before: number; after: number }

/** Why a sale cannot be closed before anybody is asked. */
export class Incomplete extends Error {
  constructor(readonly missing: 'guests' | 'name') {
    super(missing)
  }
}

/** Everything typed reaches the server before a sale is closed, in whichever way; a till sells to people without a name. */
export function useReadiness(isNameNeeded: boolean) {
  const { store } = useSale()
  const [changed, setChanged] = useState<Changed | null>(null)
  /** The trip as it is sold; null when its total is another one than was read aloud. */
  const check = async (): Promise<TripFull | null> => {
    const before = store.get().trip
    const trip = await store.settle()
    const { contact } = store.get().cart
    if (!trip) throw new Incomplete('guests')
    if (isNameNeeded && !isNamed(contact)) throw new Incomplete('name')
    if (before && !changed && before.totals.total !== trip.totals.total && before.version !== trip.version) {
      setChanged({ before: before.totals.total, after: trip.totals.total })
      return null
    }
    const named = await nameTrip(trip, store.get().cart)
    setChanged(null)
    return named
  }
  const explain = async (error: Error) => {
    if (error instanceof Incomplete) focusPart(error.missing === 'name' ? 'contact' : 'find')
    if (error instanceof ApiError && error.code === 'contact_missing') focusPart('contact')
    if (!(error instanceof ApiError) || error.code !== 'price_changed') return
    const before = store.get().trip?.totals.total ?? 0
    const fresh = await store.reload()
    setChanged({ before, after: fresh?.totals.total ?? Number(error.detail.total) })
  }
  return { check, explain, changed }
}
