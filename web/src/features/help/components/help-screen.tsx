'use client'
import { useQuery } from '@tanstack/react-query'
import { BookOpenText } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { articlesQuery } from '@/components/help/api'
import { HostArticles } from '@/components/help/host-articles'
import { ArticlePage } from './article-page'

/** All help on one page, or the article that the address names. */
export function HelpScreen() {
  const params = useRoute('help')
  if (!params) return null
  return params.article ? <ArticlePage key={params.article} id={params.article} /> : <Articles />
}

function Articles() {
  const t = useTranslations('help')
  const [text, setText] = useState('')
  const { data, error, refetch } = useQuery(articlesQuery(useDeferredValue(text.trim()), useLocale()))
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      <SearchField label={t('find')} value={text} onChange={setText} className="mb-5 max-w-md" />
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <ArticlesSkeleton />}
      {data?.length === 0 && (
        <EmptyState
          icon={<BookOpenText aria-hidden className="size-7" />}
          title={t('noneTitle', { text: text.trim() })}
          text={t('noneText')}
        />
      )}
      {!!data?.length && (
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {data.map((one) => (
            <li key={one.id}>
              <AppLink
                to="help"
                params={{ article: one.id }}
                prefetch={false}
                className="block h-full rounded-xl border bg-surface p-4 hover:border-accent"
              >
                <h2 className="font-semibold text-balance">{one.title}</h2>
                <p className="mt-1 text-sm text-soft text-pretty">{one.excerpt}</p>
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      <HostArticles text={text} />
    </PageBody>
  )
}

function ArticlesSkeleton() {
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} className="h-32 rounded-xl" />
      ))}
    </div>
  )
}
