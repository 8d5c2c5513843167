'use client'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { toast } from '@/lib/toast'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useRoute } from '@/lib/use-route'
import { useScrollReset } from '@/lib/use-scroll-reset'
import { useTitle } from '@/lib/use-title'
import { customerTypesQuery, experienceQuery } from '../api'
import { ExperienceForm } from './experience-form'
import { BackLink, FormSkeleton } from './form-parts'

/** A new experience; saving leads on to its dates and times. */
export function NewExperienceScreen() {
  const t = useTranslations('experiences')
  const go = useGo()
  const currency = useSession()?.properties.currency
  const { data: types, error, refetch } = useQuery(customerTypesQuery)
  useTitle(t('newTitle'))
  return (
    <PageBody width="narrow">
      <PageHeader title={t('newTitle')} above={<BackLink />} />
      {error && <ErrorState error={error} onRetry={refetch} />}
      {types && currency ? (
        <ExperienceForm
          types={types}
          currency={currency}
          submitLabel={t('saveNew')}
          onSaved={(saved) => go('experienceAvailability', { experience: String(saved.id) })}
        />
      ) : (
        !error && <FormSkeleton />
      )}
    </PageBody>
  )
}

export function EditExperienceScreen() {
  const params = useRoute('experienceEdit')
  return params && <EditExperience key={params.experience} id={params.experience} />
}

function EditExperience({ id }: { id: string }) {
  const t = useTranslations('experiences')
  const currency = useSession()?.properties.currency
  const types = useQuery(customerTypesQuery)
  const experience = useQuery({ ...experienceQuery(id), refetchOnWindowFocus: false })
  const error = experience.error ?? types.error
  useTitle(experience.data?.name ?? t('title'))
  useScrollReset(id)
  return (
    <PageBody width="narrow">
      <PageHeader title={experience.data?.name ?? <Skeleton className="h-8 w-64" />} above={<BackLink />}>
        <AppLink to="experienceAvailability" params={{ experience: id }} className={buttonClass()}>
          <CalendarPlus aria-hidden className="size-4" />
          {t('addTimes')}
        </AppLink>
      </PageHeader>
      {error && <ErrorState error={error} onRetry={() => Promise.all([experience.refetch(), types.refetch()])} />}
      {experience.data && types.data && currency ? (
        <ExperienceForm
          key={experience.data.version}
          types={types.data}
          currency={currency}
          before={experience.data}
          submitLabel={t('save')}
          onSaved={() => toast.success(t('saved'))}
        />
      ) : (
        !error && <FormSkeleton />
      )}
    </PageBody>
  )
}
