'use client'
import { DAY, instantAt } from '@/components/schedule/axis'
import { useSession } from '@/lib/session'
import type { GuideRow } from '@/api/models'
import { daysOf } from '../model'

/** What a guide does on each of the operator's local days. */
export function useGuideDays() {
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (guide: GuideRow) =>
    daysOf(guide, (day) => ({ start_at: instantAt(0, zone, day), end_at: instantAt(DAY, zone, day) }))
}
