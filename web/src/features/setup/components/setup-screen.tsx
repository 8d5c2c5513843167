'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { matchOf } from '@/components/search/model'
import { setupAreasFor } from '@/components/setup-areas'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { canAny, useSession } from '@/lib/session'
import { useHideSteps } from '@/lib/use-hide-steps'
import { useTitle } from '@/lib/use-title'
import { topicsFor, type Topic } from '../topics'
import { AreaSkeleton, PageCards } from './page-cards'
import { TopicList } from './topic-list'

/** The home of set-up: what there is, by area, and a search over all of it. */
export function SetupScreen() {
  const t = useTranslations('setup')
  const ts = useTranslations('shell')
  const [query, setQuery] = useState('')
  useTitle(ts('page_setup'))
  return (
    <PageBody>
      <PageHeader title={ts('page_setup')} text={t('text')}>
        <div className="w-full sm:w-72">
          <SearchField label={t('search')} value={query} onChange={setQuery} autoFocus={false} />
        </div>
      </PageHeader>
      <Content query={query} />
    </PageBody>
  )
}

function Content({ query }: { query: string }) {
  const t = useTranslations('setup')
  const ts = useTranslations('shell')
  const session = useSession()
  if (!session) return <AreaSkeleton />
  const areas = setupAreasFor(session.permissions, session.featureFlags)
  if (!query.trim())
    return (
      <>
        {areas.map((area) => (
          <PageCards key={area.id} title={t(`area_${area.id}`)} pages={area.pages} />
        ))}
        {session.userAvatar.is_hide_setup_tasks && canAny(session.permissions, ['setup.general']) && <ShowSteps />}
      </>
    )

  const pages = areas.flatMap((area) => area.pages)
  const hits = pages.filter(({ to }) => matchOf(ts(`page_${to}`), query) > 0 || matchOf(t(`text_${to}`), query) > 1)
  const words = (topic: Topic) => t(`topic_${topic.id}`)
  const topics = topicsFor(
    pages.map(({ to }) => to),
    query,
    words,
  )
  return (
    <>
      <p role="status" className="sr-only">
        {t('found', { count: hits.length + topics.length })}
      </p>
      {topics.length > 0 && <TopicList topics={topics} query={query} />}
      {hits.length > 0 && <PageCards title={t('pages')} pages={hits} />}
      {hits.length + topics.length === 0 && (
        <p className="py-16 text-center text-soft">{t('nothing', { text: query.trim() })}</p>
      )}
    </>
  )
}

function ShowSteps() {
  const t = useTranslations('dashboard')
  const { show, isPending } = useHideSteps()
  return (
    <p className="mt-8">
      <Button look="quiet" onPress={show} isPending={isPending}>
        {t('stepsShow')}
      </Button>
    </p>
  )
}
