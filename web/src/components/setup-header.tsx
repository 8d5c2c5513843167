'use client'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AppLink } from '@/lib/app-link'
import { useTitle } from '@/lib/use-title'
import type { Params, RouteName } from '@/routes'
import { PageHeader } from './ui/page-header'

/** A page above this one, between Set-up and the title. */
export type Crumb = { [K in RouteName]: { to: K; params: Params[K]; label: string } }[RouteName]

type Props = {
  page: RouteName
  title: string
  text?: ReactNode
  parents?: Crumb[]
  children?: ReactNode
}

/** The head of a set-up page: the way back, its name (also the browser tab's), and what can be done at once. */
export function SetupHeader({ page, title, text, parents = [], children }: Props) {
  const t = useTranslations('shell')
  useTitle(title)
  const crumbs: Crumb[] = [{ to: 'setup', params: {}, label: t('page_setup') }, ...parents]
  return (
    <PageHeader
      title={title}
      text={text}
      above={
        <nav aria-label={t('crumbs')} data-page={page}>
          <ol className="flex flex-wrap items-center gap-1">
            {crumbs.map((crumb, index) => (
              <li key={crumb.label} className="flex items-center gap-1">
                {index > 0 && <ChevronRight aria-hidden className="size-3.5 rtl:rotate-180" />}
                <AppLink
                  to={crumb.to}
                  params={crumb.params as never}
                  className="rounded-sm py-0.5 hover:text-ink hover:underline pointer-coarse:py-2.5"
                >
                  {crumb.label}
                </AppLink>
              </li>
            ))}
          </ol>
        </nav>
      }
    >
      {children}
    </PageHeader>
  )
}
