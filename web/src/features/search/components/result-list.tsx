'use client'
import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import { Highlight } from '@/components/search/highlight'
import { resultIcons } from '@/components/search/icons'
import { grouped, type SearchResult } from '@/components/search/model'
import { Skeleton } from '@/components/ui/skeleton'
import { remember } from '@/lib/recents'
import { useSession } from '@/lib/session'
import { localizePath } from '@/routes'

/** What was found, by kind, the kind with the best hit first. */
export function ResultList({ results, query }: { results: readonly SearchResult[]; query: string }) {
  const t = useTranslations('search')
  return grouped(results).map((group) => (
    <section key={group.type} className="pb-6">
      <h2 className="pb-1.5 text-sm font-medium text-faint">{t(`type_${group.type}`)}</h2>
      <ul className="divide-y overflow-hidden rounded-xl border bg-surface">
        {group.results.map((result) => (
          <li key={result.id}>
            <ResultRow result={result} query={query} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function ResultRow({ result, query }: { result: SearchResult; query: string }) {
  const locale = useLocale()
  const session = useSession()
  const { type, id, title, subtitle } = result
  const url = localizePath(result.url, locale)
  const Icon = resultIcons[type]
  return (
    <Link
      href={url}
      prefetch={false}
      onClick={() => session && remember(session, { type, id: String(id), title, subtitle, url })}
      className="flex min-h-14 items-center gap-3.5 px-4 py-2 hover:bg-sunken"
    >
      <Icon aria-hidden className="size-[18px] shrink-0 text-faint" />
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <Highlight text={title} query={query} />
        </span>
        <span className="block truncate text-sm text-soft">
          <Highlight text={subtitle} query={query} />
        </span>
      </span>
    </Link>
  )
}

export function ResultSkeleton() {
  return (
    <div className="space-y-2 pt-6">
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  )
}
