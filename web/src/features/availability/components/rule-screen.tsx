'use client'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityRule, ExperienceFull } from '@/api/models'
import { Guard } from '@/components/guard'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { SetupHeader, type Crumb } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { PageBody } from '@/components/ui/page-header'
import { ErrorState } from '@/components/ui/states'
import { experienceQuery } from '@/features/experiences/api'
import { FormSkeleton } from '@/features/experiences/components/form-parts'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import { useRoute } from '@/lib/use-route'
import { access } from '@/routes/access'
import { ruleQuery } from '../api'
import { useRuleWords } from '../use-rule-words'
import { RuleEditor } from './rule-editor'

const DeleteRule = late(() => import('./delete-rule').then((file) => file.DeleteRule))

/** One availability rule of an experience, with everything it can say and what a change of it does. */
export function RuleScreen() {
  const id = useRoute('availabilityEdit')?.experienceTimeslot
  if (!id) return null
  return (
    <PageBody>
      <Guard permission={access.availabilityEdit ?? []} fallback={<ScreenSkeleton />}>
        <Loaded key={id} id={id} />
      </Guard>
    </PageBody>
  )
}

function Loaded({ id }: { id: string }) {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const rule = useQuery(ruleQuery(id))
  const of = rule.data?.experience_id
  const experience = useQuery({
    ...experienceQuery(String(of)),
    enabled: of !== undefined,
    refetchOnWindowFocus: false,
  })
  const properties = useSession()?.properties
  const error = (!rule.data && rule.error) || (!experience.data && experience.error)
  if (error) return <ErrorState error={error} onRetry={() => void (rule.data ? experience : rule).refetch()} />
  const isReady = rule.data && experience.data && properties
  return (
    <>
      <SetupHeader
        page="availabilityEdit"
        title={t('editTitle')}
        text={isReady && <Subject rule={rule.data} experience={experience.data} />}
        parents={[{ to: 'experiences', params: {}, label: ts('title') }, ...crumbOf(experience.data)]}
      >
        {isReady && <Delete rule={rule.data} />}
      </SetupHeader>
      {isReady ? (
        <RuleEditor rule={rule.data} experience={experience.data} properties={properties} />
      ) : (
        <FormSkeleton />
      )}
    </>
  )
}

const crumbOf = (experience: ExperienceFull | undefined): Crumb[] =>
  experience ? [{ to: 'experienceDates', params: { experience: String(experience.id) }, label: experience.name }] : []

function Subject({ rule, experience }: { rule: AvailabilityRule; experience: ExperienceFull }) {
  const words = useRuleWords()
  return (
    <>
      <bdi>{experience.name}</bdi>: {words.weekdays(rule.weekdays)}, {words.times(rule)}
    </>
  )
}

function Delete({ rule }: { rule: AvailabilityRule }) {
  const t = useTranslations('availability')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button look="danger" onPress={() => setAsking(true)}>
        <Trash2 aria-hidden className="size-4" />
        {t('delete')}
      </Button>
      {isAsking && <DeleteRule rule={rule} onClose={() => setAsking(false)} />}
    </>
  )
}
