'use client'
import { ChevronRight } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Highlight } from '@/components/search/highlight'
import { AppLink } from '@/lib/app-link'
import type { Topic } from '../topics'

/** Single settings that a query means, each with the page where it stands. */
export function TopicList({ topics, query }: { topics: readonly Topic[]; query: string }) {
  const t = useTranslations('setup')
  return (
    <section className="mb-8">
      <h2 className="pb-2 text-sm font-medium text-faint">{t('settings')}</h2>
      <ul className="divide-y rounded-xl border bg-surface">
        {topics.map((topic) => (
          <li key={topic.id}>
            <TopicLink topic={topic} query={query} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TopicLink({ topic, query }: { topic: Topic; query: string }) {
  const t = useTranslations('setup')
  const ts = useTranslations('shell')
  return (
    <AppLink
      to={topic.to}
      params={'tab' in topic ? { tab: topic.tab } : {}}
      prefetch={false}
      className="flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-sunken"
    >
      <span className="min-w-0 grow">
        <Highlight text={t(`topic_${topic.id}`)} query={query} />
      </span>
      <span className="shrink-0 text-sm text-faint">{ts(`page_${topic.to}`)}</span>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-faint" />
    </AppLink>
  )
}
