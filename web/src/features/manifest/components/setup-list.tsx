'use client'
import { ChevronRight, Circle, CircleCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { AppInit } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { AppLink } from '@/lib/app-link'

const places = {
  experience: { to: 'experienceNew' },
  availability: { to: 'experiences' },
  widget: { to: 'experiences', query: 'show=embed' },
  booking: { to: 'experiences', query: 'show=embed' },
} as const

type Slug = keyof typeof places

const isKnown = (slug: string): slug is Slug => slug in places

/** The steps to the first booking; the next one to do stands out. */
export function SetupList({ tasks }: { tasks: AppInit['setupTasks'] }) {
  const t = useTranslations('manifest')
  const next = tasks.find((task) => !task.is_done)
  return (
    <ol className="mt-2 w-full space-y-2 text-left">
      {tasks.map(({ slug, title, is_done }) => {
        const Icon = is_done ? CircleCheck : Circle
        const { to, ...link } = places[isKnown(slug) ? slug : 'availability']
        return (
          <li key={slug}>
            <AppLink
              to={to}
              params={{}}
              {...link}
              className={cx(
                'flex min-h-14 items-center gap-3 rounded-md border bg-surface px-4 transition-colors hover:bg-sunken',
                slug === next?.slug && 'border-accent ring-1 ring-accent',
              )}
            >
              <Icon aria-hidden className={cx('size-5 shrink-0', is_done ? 'text-good' : 'text-line-strong')} />
              <span
                className={cx('grow', is_done && 'text-faint line-through', slug === next?.slug && 'font-semibold')}
              >
                {isKnown(slug) ? t(`task_${slug}`) : title}
              </span>
              <ChevronRight aria-hidden className="size-4 text-faint" />
            </AppLink>
          </li>
        )
      })}
    </ol>
  )
}
