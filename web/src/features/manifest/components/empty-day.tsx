'use client'
import { CalendarPlus } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SetupTasks } from '@/components/setup-tasks'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan, useSession } from '@/lib/session'
import type { View } from '../use-view'

const untilFirstTimes = ['experience', 'availability']

/** A day without departures: what will stand here, and the way to get there. */
export function EmptyDay({ view }: { view: View }) {
  const t = useTranslations('manifest')
  const tasks = useSession()?.setupTasks ?? []
  const maySetUp = useCan('setup.experiences')
  const isNew = maySetUp && tasks.some((task) => !task.is_done && untilFirstTimes.includes(task.slug))
  const hasExperience = tasks.some((task) => task.slug === 'experience' && task.is_done)
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden className="size-7" />}
      title={isNew ? t('emptyNewTitle') : t('emptyTitle')}
      text={isNew ? t('emptyNewText') : t('emptyText')}
    >
      {isNew && (
        <div className="mt-2 w-full">
          <SetupTasks tasks={tasks.filter((task) => task.is_required)} />
        </div>
      )}
      {maySetUp && (
        <AppLink
          to={isNew && !hasExperience ? 'experienceNew' : 'experiences'}
          params={{}}
          className={buttonClass('primary', 'lg')}
        >
          {isNew && !hasExperience ? t('emptyNewAction') : t('emptyAction')}
        </AppLink>
      )}
      {!isNew && !view.isCancelledShown && (
        <Button look="quiet" onPress={() => view.setCancelledShown(true)}>
          {t('showCancelled')}
        </Button>
      )}
    </EmptyState>
  )
}
