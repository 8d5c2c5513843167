'use client'
import { useEffect, useMemo } from 'react'
import { loadTrip } from '@/features/sell/api'
import { SaleStore } from '@/features/sell/sale-store'
import { draftPlace } from '@/lib/drafts'
import { useSession } from '@/lib/session'
import { saveOnce } from './api'
import { withFallback, type Fallback } from './model'
import type { Desk } from './types'

const stores = new Map<string, SaleStore>()

/** Whom a sale without a guest's name is booked for, and who hears of it. */
export function useFallback(desk: Desk | undefined): Fallback | null {
  const email = useSession()?.userAvatar.email
  const name = desk?.reseller.name
  return useMemo(() => (email && name ? { name, email } : null), [email, name])
}

/** The sale of this desk in this tab; null until it is known whose desk it is. */
export function useDeskSale(fallback: Fallback | null): SaleStore | null {
  const person = useSession()?.userAvatar.id
  const store = useMemo(() => {
    if (person === undefined || !fallback) return null
    const place = draftPlace(person, '/desk', 'sale')
    const save: ConstructorParameters<typeof SaleStore>[2]['save'] = (body) => saveOnce(withFallback(body, fallback))
    const known = stores.get(place) ?? new SaleStore(place, 'staff', { save, load: loadTrip })
    stores.set(place, known)
    return known
  }, [person, fallback])
  useEffect(() => {
    void store?.look()
  }, [store])
  return store
}
