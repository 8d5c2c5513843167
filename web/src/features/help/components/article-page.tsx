'use client'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useTitle } from '@/lib/use-title'
import { articleQuery, articlesQuery } from '@/components/help/api'
import { Body } from '@/components/help/article-body'

/** One article, and the way to the others. */
export function ArticlePage({ id }: { id: string }) {
  const t = useTranslations('help')
  const { data, error, refetch } = useQuery(articleQuery(id, useLocale()))
  useTitle(data?.title ?? t('title'))
  const back = (
    <AppLink to="help" params={{}} className="inline-flex min-h-11 items-center gap-1 hover:text-ink">
      <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
      {t('all')}
    </AppLink>
  )
  if (error && !data) {
    return (
      <PageBody width="narrow">
        {back}
        <ErrorState error={error} onRetry={refetch} />
      </PageBody>
    )
  }
  return (
    <PageBody width="narrow">
      <PageHeader above={back} title={data?.title ?? <Skeleton className="h-8 w-72 max-w-full" />} />
      {!data && <Skeleton className="h-72 rounded-xl" />}
      {data && <Body html={data.body_html} />}
      {data && <Others but={id} />}
    </PageBody>
  )
}

function Others({ but }: { but: string }) {
  const t = useTranslations('help')
  const { data = [] } = useQuery(articlesQuery('', useLocale()))
  return (
    <nav aria-label={t('more')} className="mt-10 border-t pt-5">
      <h2 className="mb-1 text-sm font-medium text-faint">{t('more')}</h2>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {data
          .filter((one) => one.id !== but)
          .map((one) => (
            <li key={one.id}>
              <AppLink
                to="help"
                params={{ article: one.id }}
                prefetch={false}
                className="flex min-h-11 items-center text-accent hover:underline"
              >
                {one.title}
              </AppLink>
            </li>
          ))}
      </ul>
    </nav>
  )
}
