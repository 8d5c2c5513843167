'use client'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'

/** The operator's day, time zone and currency. */
export function usePlace() {
  const properties = useSession()?.properties
  const zone = properties?.time_zone ?? 'UTC'
  return { today: dayIn(zone), zone, currency: properties?.currency ?? 'USD' }
}
