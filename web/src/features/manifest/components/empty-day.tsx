'use client'
import { CalendarPlus, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan, useSession } from '@/lib/session'

/** A day without departures: what will stand here, and the way to get there. */
export function EmptyDay() {
  const t = useTranslations('manifest')
  const session = useSession()
  const maySetUp = useCan('setup.experiences')
  const isNew = session?.setupTasks.some((task) => !task.is_done)
  return (
    <EmptyState
      icon={<CalendarPlus aria-hidden className="size-7" />}
      title={isNew ? t('emptyNewTitle') : t('emptyTitle')}
      text={isNew ? t('emptyNewText') : t('emptyText')}
    >
      {isNew && (
        <ol className="mb-2 w-full space-y-2 text-left">
          {session?.setupTasks.map((task) => (
            <li key={task.slug} className="flex items-center gap-3 rounded-md border bg-surface px-4 py-3">
              <CircleCheck aria-hidden className={task.is_done ? 'size-5 text-good' : 'size-5 text-line-strong'} />
              <span className={task.is_done ? 'text-faint line-through' : ''}>{task.title}</span>
            </li>
          ))}
        </ol>
      )}
      {maySetUp && (
        <AppLink to={isNew ? 'experienceNew' : 'experiences'} params={{}} className={buttonClass('primary')}>
          {isNew ? t('emptyNewAction') : t('emptyAction')}
        </AppLink>
      )}
    </EmptyState>
  )
}
