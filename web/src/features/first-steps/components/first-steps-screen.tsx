'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SetupHeader } from '@/components/setup-header'
import { SetupTasks } from '@/components/setup-tasks'
import { Button } from '@/components/ui/button'
import { Card, PageBody } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { useHideSteps } from '@/lib/use-hide-steps'
import { useRoute } from '@/lib/use-route'
import { checklistQuery } from '../api'
import { NextStep } from './next-step'
import { SampleCard } from './sample-card'

/** The first hour: what is next and why, how far it is, and a sample to begin with. */
export function FirstStepsScreen() {
  useRoute('firstSteps')
  const t = useTranslations('firstSteps')
  const { data, error, refetch } = useQuery(checklistQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  const required = data?.tasks.filter((task) => task.is_required) ?? []
  const done = required.filter((task) => task.is_done).length
  return (
    <PageBody width="narrow">
      <SetupHeader page="firstSteps" title={t('title')} text={t('text')}>
        <HideButton />
      </SetupHeader>
      {data ? (
        <div className="space-y-5">
          <ProgressBar label={t('progress')} value={done} max={required.length} />
          <NextStep tasks={data.tasks} />
          <SampleCard checklist={data} />
          <Card title={t('all')}>
            <SetupTasks tasks={data.tasks} />
          </Card>
        </div>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

function HideButton() {
  const t = useTranslations('dashboard')
  const session = useSession()
  const { hide, show, isPending } = useHideSteps()
  if (session?.account.status !== 'onboarding') return null
  const isHidden = session.userAvatar.is_hide_setup_tasks
  return (
    <Button look="quiet" onPress={isHidden ? show : hide} isPending={isPending}>
      {isHidden ? t('stepsShow') : t('stepsHide')}
    </Button>
  )
}
