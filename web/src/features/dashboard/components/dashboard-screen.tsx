'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { SetupTasks } from '@/components/setup-tasks'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { useSession } from '@/lib/session'
import { useHideSteps } from '@/lib/use-hide-steps'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { dashboardQuery } from '../api'
import { AheadTiles } from './ahead-tiles'
import { DecisionList } from './decision-list'
import { DeparturesCard } from './departures-card'
import { FillCard } from './fill-card'
import { ReviewsCard } from './reviews-card'
import { SalesCard } from './sales-card'
import { TodayTiles } from './today-tiles'

/** The evening's questions: what came in, how full the week is, what needs a decision. */
export function DashboardScreen() {
  useRoute('dashboard')
  const t = useTranslations('dashboard')
  const format = useFormat()
  const { data, error, refetch } = useQuery(dashboardQuery)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <PageBody>
      <PageHeader title={t('title')} text={data ? format.day(data.today.date) : <Skeleton className="h-5 w-44" />} />
      <div className="space-y-5">
        <FirstSteps />
        <TodayTiles data={data} />
        <AheadTiles data={data} />
        <div className="grid gap-5 lg:grid-cols-3">
          <div className="min-w-0 lg:col-span-2">
            <SalesCard data={data} />
          </div>
          <DecisionList data={data} />
        </div>
        <div className="grid gap-5 lg:grid-cols-3">
          <div className="min-w-0 lg:col-span-2">
            <FillCard days={data?.fill} />
          </div>
          <ReviewsCard data={data} />
        </div>
        <DeparturesCard data={data} />
      </div>
    </PageBody>
  )
}

function FirstSteps() {
  const t = useTranslations('dashboard')
  const tasks = useSession()?.setupTasks ?? []
  const { hide, isPending } = useHideSteps()
  if (!tasks.some((task) => task.is_required && !task.is_done)) return null
  return (
    <Card
      title={t('firstSteps')}
      actions={
        <span className="flex gap-2">
          <AppLink to="firstSteps" params={{}} className={buttonClass('quiet', 'sm')}>
            {t('stepsOpen')}
          </AppLink>
          <Button look="quiet" size="sm" onPress={hide} isPending={isPending}>
            {t('stepsHide')}
          </Button>
        </span>
      }
    >
      <SetupTasks tasks={tasks} />
    </Card>
  )
}
