'use client'
import { useMemo } from 'react'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { daysOf } from './periods'
import type { ReportState } from './state'

/** The days a report asks for, on the operator's own calendar; not known until we know whose it is. */
export function useDays({ period, begins }: Pick<ReportState, 'period' | 'begins'>) {
  const properties = useSession()?.properties
  const today = properties ? dayIn(properties.time_zone) : '2000-01-01'
  const weekStart = properties?.week_start
  const days = useMemo(() => daysOf(period, { today, weekStart, begins }), [period, today, weekStart, begins])
  return { today, days, isKnown: properties !== undefined }
}
