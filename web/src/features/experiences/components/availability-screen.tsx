'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AppInit, AvailabilityOut, ExperienceFull } from '@/api/models'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { useScrollReset } from '@/lib/use-scroll-reset'
import { useTitle } from '@/lib/use-title'
import { experienceQuery } from '../api'
import { AvailabilityForm } from './availability-form'
import { CreatedPanel } from './created-panel'
import { BackLink, FormSkeleton } from './form-parts'

/** Dates and times of an experience, with the departures they make shown beside the form. */
export function AvailabilityScreen() {
  const params = useRoute('experienceAvailability')
  return params && <Availability key={params.experience} id={params.experience} />
}

function Availability({ id }: { id: string }) {
  const t = useTranslations('experiences')
  const session = useSession()
  const { data, error, refetch } = useQuery(experienceQuery(id))
  useTitle(t('timesTitle'))
  useScrollReset(id)
  return (
    <PageBody>
      <PageHeader title={t('timesTitle')} above={<BackLink />} text={data?.name ?? <Skeleton className="h-5 w-48" />} />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data && session ? <Steps experience={data} session={session} /> : !error && <FormSkeleton />}
    </PageBody>
  )
}

function Steps({ experience, session }: { experience: ExperienceFull; session: AppInit }) {
  const [made, setMade] = useState<AvailabilityOut | null>(null)
  if (made) return <CreatedPanel made={made} experience={experience} onMore={() => setMade(null)} />
  return <AvailabilityForm experience={experience} properties={session.properties} onCreated={setMade} />
}
