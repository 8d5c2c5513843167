'use client'
import { ChartNoAxesCombined, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { EmptyState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useSession } from '@/lib/session'
import { useTitle } from '@/lib/use-title'
import { catalogFor, type Topic } from '../registry'
import { useReportWords } from '../words'
import { SavedReports } from './saved-reports'

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLocaleLowerCase()

/** All reports a reader may open, by what they are about; saved ones on top. */
export function Catalog() {
  const t = useTranslations('reports')
  const [text, setText] = useState('')
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      <SearchField label={t('search')} value={text} onChange={setText} maxLength={100} className="mb-6 max-w-xl" />
      <div className="space-y-8">
        {!text && <Summary />}
        <SavedReports search={plain(text)} />
        <Topics search={plain(text.trim())} />
      </div>
    </PageBody>
  )
}

function Summary() {
  const t = useTranslations('reports')
  return (
    <AppLink
      to="reports"
      params={{}}
      query="view=executive"
      className="flex items-start gap-4 rounded-xl border border-accent bg-accent-wash p-4 hover:bg-surface sm:p-5"
    >
      <ChartNoAxesCombined aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
      <span>
        <span className="block text-lg font-semibold">{t('executive')}</span>
        <span className="block text-pretty text-soft">{t('executiveText')}</span>
      </span>
    </AppLink>
  )
}

function Topics({ search }: { search: string }) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const permissions = useSession()?.permissions ?? []
  const isFound = (slug: string) => plain(`${words.name(slug)} ${words.about(slug)}`).includes(search)
  const topics = catalogFor(permissions)
    .map(({ topic, slugs }) => ({ topic, slugs: slugs.filter(isFound) }))
    .filter(({ slugs }) => slugs.length > 0)
  if (topics.length === 0) {
    return (
      <EmptyState icon={<SearchX aria-hidden className="size-7" />} title={t('noneFound')} text={t('noneFoundText')} />
    )
  }
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-2">
      {topics.map((one) => (
        <TopicList key={one.topic} {...one} />
      ))}
    </div>
  )
}

function TopicList({ topic, slugs }: { topic: Topic; slugs: string[] }) {
  const t = useTranslations('reports')
  const words = useReportWords()
  return (
    <section aria-labelledby={`topic-${topic}`}>
      <h2 id={`topic-${topic}`} className="mb-1 border-b pb-2 text-lg font-semibold">
        {t(`topic_${topic}`)}
      </h2>
      <ul className="-mx-3">
        {slugs.map((slug) => (
          <li key={slug}>
            <AppLink
              to="reports"
              params={{}}
              query={`report=${slug}`}
              prefetch={false}
              className="block rounded-md px-3 py-2.5 hover:bg-sunken"
            >
              <span className="block font-medium text-accent">{words.name(slug)}</span>
              <span className="block text-sm text-pretty text-soft">{words.about(slug)}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
