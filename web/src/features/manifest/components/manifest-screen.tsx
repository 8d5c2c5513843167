'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ErrorState } from '@/components/ui/states'
import { dayIn, dayOrNull } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useNow } from '@/lib/use-now'
import { useSteady } from '@/lib/use-steady'
import { manifestQuery } from '../api'
import { DayHeader } from './day-header'
import { DayList } from './day-list'
import { ManifestSkeleton } from './manifest-skeleton'

/** The day as departures in time order: who comes, who is here, who owes. */
export function ManifestScreen() {
  const t = useTranslations('manifest')
  const session = useSession()
  const now = useNow()
  const go = useGo()
  const [filter, setFilter] = useState('')
  const asked = dayOrNull(useQueryParam('date'))
  const today = session ? dayIn(session.properties.time_zone, new Date(now)) : ''
  const date = asked ?? today
  const { data, error, refetch } = useQuery(manifestQuery(date))

  useTitle(t('title'))

  const openDay = useSteady((day: string) => go('manifest', {}, { query: day === today ? '' : `date=${day}` }))
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      {date && <DayHeader date={date} today={today} manifest={data} onFilter={setFilter} onDay={openDay} />}
      <div className="mx-auto max-w-6xl">
        {data && <DayList key={date} manifest={data} isToday={date === today} now={now} filter={filter} />}
        {!data && error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <ManifestSkeleton />}
      </div>
    </>
  )
}
