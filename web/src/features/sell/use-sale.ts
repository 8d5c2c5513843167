'use client'
import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { draftPlace } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import { loadTrip, saveTrip } from './api'
import type { Method } from './model'
import { SaleStore } from './sale-store'

const stores = new Map<string, SaleStore>()

/** The sale of a screen in this tab: it outlives a look at another page. */
export function useSaleStore(path: string, method: Method): SaleStore | null {
  const person = useSession()?.userAvatar.id
  const store = useMemo(() => {
    if (person === undefined) return null
    const place = draftPlace(person, path, 'sale')
    const known = stores.get(place) ?? new SaleStore(place, method, { save: saveTrip, load: loadTrip })
    stores.set(place, known)
    return known
  }, [person, path, method])
  useEffect(() => {
    void store?.look()
  }, [store])
  return store
}

const Sale = createContext<SaleStore | null>(null)
export const SaleProvider = Sale.Provider

/** The sale as it stands now, and what changes it. */
export function useSale() {
  const store = use(Sale)
  if (!store) throw new Error('useSale outside of a SaleProvider')
  return { ...useSyncExternalStore(store.subscribe, store.get, store.get), store }
}
