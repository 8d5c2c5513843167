'use client'
import { ChevronDown, ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import { WarmLink } from '@/lib/warm-link'
import { localize } from '@/routes'
import { cx } from './ui/cx'

type Task = AppInit['setupTasks'][number]

/** The steps that have a name, in the order in which they lead to a first booking. */
export const taskNames = [
  'business',
  'location',
  'experience',
  'prices',
  'availability',
  'taxes',
  'cancellation',
  'payments',
  'booking',
  'widget',
  'template',
  'brand',
  'team',
  'waiver',
  'partner',
  'import',
] as const

/** The steps to the first booking, then those that make it better; the next one stands out, those done are folded. */
export function SetupTasks({ tasks }: { tasks: Task[] }) {
  const next = tasks.find((task) => task.is_required && !task.is_done) ?? tasks.find((task) => !task.is_done)
  const done = tasks.filter((task) => task.is_done)
  return (
    <div className="w-full text-left">
      <ol className="space-y-2">
        {tasks
          .filter((task) => !task.is_done)
          .map((task) => (
            <TaskRow key={task.slug} task={task} isNext={task.slug === next?.slug} />
          ))}
      </ol>
      {done.length > 0 && <DoneTasks tasks={done} all={tasks.length} />}
    </div>
  )
}

function DoneTasks({ tasks, all }: { tasks: Task[]; all: number }) {
  const t = useTranslations('dashboard')
  return (
    <details className="group mt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-md px-4 text-soft hover:bg-sunken">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
        <span className="grow">{t('stepsDone', { done: tasks.length, all })}</span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-faint transition-transform group-open:rotate-180" />
      </summary>
      <ol className="mt-2 space-y-2">
        {tasks.map((task) => (
          <TaskRow key={task.slug} task={task} isNext={false} />
        ))}
      </ol>
    </details>
  )
}

function TaskRow({ task, isNext }: { task: Task; isNext: boolean }) {
  const t = useTranslations('dashboard')
  const Icon = task.is_done ? CircleCheck : Circle
  const locale = useLocale()
  const name = taskNames.find((one) => one === task.slug)
  return (
    <li>
      <WarmLink
        href={localize(task.url, locale)}
        className={cx(
          'flex min-h-12 items-center gap-3 rounded-md border bg-surface px-4 hover:bg-sunken',
          isNext && 'border-accent ring-1 ring-accent',
        )}
      >
        <Icon aria-hidden className={cx('size-5 shrink-0', task.is_done ? 'text-good' : 'text-line-strong')} />
        <span className={cx('grow', task.is_done && 'text-soft', isNext && 'font-semibold')}>
          {name ? t(`task_${name}`) : task.slug}
          {task.is_done && <span className="sr-only"> ({t('taskDone')})</span>}
        </span>
        {!task.is_required && !task.is_done && <span className="text-xs text-faint">{t('taskOptional')}</span>}
        <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
      </WarmLink>
    </li>
  )
}
