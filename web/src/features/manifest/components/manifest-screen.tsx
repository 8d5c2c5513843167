'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { ErrorState } from '@/components/ui/states'
import { dayIn, dayOrNull } from '@/lib/dates'
import { late } from '@/lib/late'
import { keepPage } from '@/lib/offline/worker'
import { useSession } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useNow } from '@/lib/use-now'
import { useSteady } from '@/lib/use-steady'
import { keepTomorrow, manifestQuery } from '../api'
import { useView } from '../use-view'
import { DayHeader } from './day-header'
import { DayList } from './day-list'
import { ManifestSkeleton } from './manifest-skeleton'

const CancelDialog = late(() => import('@/components/mass-cancel/cancel-dialog').then((file) => file.CancelDialog))
const JobDialog = late(() => import('@/components/mass-cancel/job-dialog').then((file) => file.JobDialog))

/** The day as departures in time order: who comes, who is here, who owes. */
export function ManifestScreen() {
  const t = useTranslations('manifest')
  const session = useSession()
  const now = useNow()
  const go = useGo()
  const [text, setText] = useState('')
  // Above the list: what is called off leaves it while the dialog still counts.
  const [scope, setScope] = useState<Scope | null>(null)
  const view = useView()
  const asked = dayOrNull(useQueryParam('date'))
  const job = Number(useQueryParam('job')) || null
  const today = session ? dayIn(session.properties.time_zone, new Date(now)) : ''
  const date = asked ?? today
  const { data, error, refetch } = useQuery(manifestQuery(session?.userAvatar.id, date, view.isCancelledShown))
  useTitle(t('title'))
  useKeeping(session?.userAvatar.id, today, !!data)

  const openDay = useSteady((day: string) => go('manifest', {}, { query: day === today ? '' : `date=${day}` }))
  return (
    <>
      <h1 className="sr-only">{t('title')}</h1>
      {date && <DayHeader date={date} today={today} manifest={data} onFilter={setText} onDay={openDay} />}
      <div className="mx-auto max-w-6xl">
        {data && (
          <DayList key={date} manifest={data} isToday={date === today} {...{ now, text, view }} onCancel={setScope} />
        )}
        {!data && error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <ManifestSkeleton />}
      </div>
      {scope && <CancelDialog scope={scope} onClose={() => setScope(null)} />}
      {job && <JobDialog job={job} onClose={() => openDay(date)} />}
    </>
  )
}

const REST_MS = 3000

/** Once the day is there, have this page and tomorrow's day at hand for when there is no connection. */
function useKeeping(person: number | undefined, today: string, isThere: boolean) {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isThere || person === undefined) return
    const timer = setTimeout(() => {
      void keepPage()
      void keepTomorrow(queries, person, today)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [isThere, person, today, queries])
}
