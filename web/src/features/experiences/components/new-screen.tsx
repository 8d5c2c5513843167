'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useGo } from '@/lib/use-go'
import { useTitle } from '@/lib/use-title'
import { guestTypesQuery } from '../api'
import { ExperienceForm } from './experience-form'
import { BackLink, FormSkeleton } from './form-parts'

/** A new experience; saving leads on to its dates and times. */
export function NewExperienceScreen() {
  const t = useTranslations('experiences')
  const go = useGo()
  const currency = useSession()?.properties.currency
  const { data: types, error, refetch } = useQuery(guestTypesQuery)
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
