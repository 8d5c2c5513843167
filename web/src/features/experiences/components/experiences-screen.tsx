'use client'
import { useQuery } from '@tanstack/react-query'
import { Code, Compass, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Dialog } from '@/components/ui/dialog'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { experiencesQuery } from '../api'
import { EmbedBox } from './embed-box'
import { ExperienceList } from './experience-list'

/** Everything the operator sells, with what matters at a glance: is it live, from how much, when next. */
export function ExperiencesScreen() {
  const t = useTranslations('experiences')
  const { data, error, refetch } = useQuery(experiencesQuery)
  const [isEmbedding, setEmbedding] = useState(useQueryParam('show') === 'embed')
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader title={t('title')}>
        {!!data?.length && (
          <>
            <Button onPress={() => setEmbedding(true)}>
              <Code aria-hidden className="size-4" />
              {t('embed')}
            </Button>
            <BulkLink />
            <NewLink />
          </>
        )}
      </PageHeader>
      <Dialog title={t('embedTitle')} isOpen={isEmbedding} onClose={() => setEmbedding(false)}>
        <EmbedBox />
      </Dialog>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <ListSkeleton />}
      {data?.length === 0 && (
        <EmptyState icon={<Compass aria-hidden className="size-7" />} title={t('emptyTitle')} text={t('emptyText')}>
          <NewLink />
        </EmptyState>
      )}
      {!!data?.length && <ExperienceList rows={data} />}
    </PageBody>
  )
}

function BulkLink() {
  const t = useTranslations('shell')
  if (!useCan('setup.experiences')) return null
  return (
    <AppLink to="bulkEdit" params={{}} className={buttonClass()}>
      <ListChecks aria-hidden className="size-4" />
      <span className="max-sm:sr-only">{t('page_bulkEdit')}</span>
    </AppLink>
  )
}

function NewLink() {
  const t = useTranslations('experiences')
  if (!useCan('setup.experiences')) return null
  return (
    <AppLink to="experienceNew" params={{}} className={buttonClass('primary')}>
      <Plus aria-hidden className="size-4" />
      {t('new')}
    </AppLink>
  )
}

export function ListSkeleton() {
  return (
    <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
      {[1, 2, 3, 4].map((row) => (
        <li key={row} className="flex items-center gap-4 p-4">
          <Skeleton className="h-16 w-24 shrink-0" />
          <div className="grow space-y-2">
            <Skeleton className="h-5 w-48 max-w-full" />
            <Skeleton className="h-4 w-64 max-w-full" />
          </div>
        </li>
      ))}
    </ul>
  )
}
