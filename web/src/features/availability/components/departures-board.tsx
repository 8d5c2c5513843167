'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ExperienceFull } from '@/api/models'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { departuresQuery } from '@/features/experience/api'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { boundsOf, cellsOf } from '../departures'
import { daysQuery } from '../departures-api'
import { DayPanel } from './day-panel'
import { DeparturesCalendar } from './departures-calendar'

/** The departures of an experience by month, and those of the chosen day with all that can be done to them. */
export function DeparturesBoard({ experience }: { experience: ExperienceFull }) {
  const properties = useSession()?.properties
  const today = dayIn(properties?.time_zone ?? 'UTC')
  const [month, setMonth] = useState(today.slice(0, 7))
  const [chosen, setChosen] = useState<string | null>(null)
  const { days, slots, cells, error, refetch, isOld } = useMonth(experience, month)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!days || !slots) return <Skeleton className="h-96 rounded-xl" />
  // Until somebody chooses: the next day that has departures.
  const next = [...cells].find(([day, cell]) => day >= today && cell.count > 0)?.[0]
  const shown = chosen?.startsWith(month) ? chosen : (next ?? null)
  return (
    <div className="space-y-5">
      <Card>
        <DeparturesCalendar
          {...{ month, today, isOld }}
          onMonth={setMonth}
          days={cells}
          chosen={shown}
          onChoose={setChosen}
          weekStart={properties?.week_start ?? 1}
        />
      </Card>
      {shown && (
        <DayPanel
          key={shown}
          experience={experience}
          date={shown}
          day={days.find((one) => one.date === shown)}
          slots={slots.filter((one) => one.date === shown)}
        />
      )}
    </div>
  )
}

/** The days and departures of one month; while it is fetched, those of the month before it. */
function useMonth(experience: ExperienceFull, month: string) {
  const { first, last } = boundsOf(month)
  const days = useQuery({ ...daysQuery(experience.id, first, last), placeholderData: (before) => before })
  const slots = useQuery({ ...departuresQuery(experience.id, first, last), placeholderData: (before) => before })
  const cells = useMemo(
    () =>
      cellsOf(
        days.data ?? [],
        slots.data ?? [],
        experience.availabilities.map((rule) => rule.note),
      ),
    [days.data, slots.data, experience.availabilities],
  )
  return {
    ...{ days: days.data, slots: slots.data, cells },
    error: (!days.data && days.error) || (!slots.data && slots.error) || null,
    refetch: () => void Promise.all([days.refetch(), slots.refetch()]),
    isOld: days.isPlaceholderData || slots.isPlaceholderData,
  }
}
