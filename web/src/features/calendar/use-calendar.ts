'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { useCallback, useMemo } from 'react'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useNow } from '@/lib/use-now'
import { usePhone } from '@/lib/use-phone'
import { useQueryParam } from '@/lib/use-route'
import { useSteady } from '@/lib/use-steady'
import { readAddress, writeAddress, type Asked, type View } from './address'
import { calendarQuery } from './api'
import { daysOf, monthDays } from './days'
import { byDay, departuresOf, filtered } from './model'

const MINUTE = 60_000

/** What the address asks for, the days it shows and their departures; and the way to anything else. */
export function useCalendar() {
  useQueryParam('view')
  const query = useSearchParams()
  const asked = useMemo(() => readAddress(new URLSearchParams(query)), [query])
  const session = useSession()
  const now = useNow()
  const isPhone = usePhone()
  const zone = session?.properties.time_zone ?? 'UTC'
  const weekStart = session?.properties.week_start ?? 0
  const today = session ? dayIn(zone, new Date(now)) : ''
  const date = asked.date ?? today
  const view = asked.view
  const daysAround = useDaysAround(view, weekStart, isPhone)
  const days = useMemo(() => daysAround(date), [daysAround, date])
  const { data, error, refetch, isPlaceholderData } = useQuery(calendarQuery(days[0] ?? '', days.at(-1) ?? ''))
  const all = useMemo(() => (data ? departuresOf(data, today) : []), [data, today])
  const shown = useMemo(() => filtered(all, asked.filters), [all, asked.filters])
  const grouped = useMemo(() => byDay(shown), [shown])
  const go = useGo()
  const show = useSteady((change: Partial<Asked>) => {
    const next = { ...asked, ...change }
    go('calendar', {}, { query: writeAddress({ ...next, date: next.date === today ? null : next.date }) })
  })
  const queries = useQueryClient()
  // Somebody points at an arrow: what it leads to is fetched before it is pressed.
  const warm = useSteady((day: string) => {
    const there = daysAround(day)
    void queries.prefetchQuery(calendarQuery(there[0] ?? '', there.at(-1) ?? ''))
  })
  const addressOf = useSteady((change: Partial<Asked>) => writeAddress({ ...asked, ...change }))
  return {
    asked, view, date, today, days, weekStart, isPhone, data, error, refetch, all, shown, show, warm, addressOf,
    zone, now: Math.floor(now / MINUTE) * MINUTE, byDay: grouped, isStale: isPlaceholderData,
  } // prettier-ignore
}

/** Which days the screen shows around one of them. */
function useDaysAround(view: View, weekStart: number, isPhone: boolean) {
  return useCallback(
    (day: string) => {
      if (day === '') return []
      return isPhone ? monthDays(day) : daysOf(view, day, weekStart)
    },
    [view, weekStart, isPhone],
  )
}

export type Calendar = ReturnType<typeof useCalendar>
