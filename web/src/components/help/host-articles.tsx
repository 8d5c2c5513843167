'use client'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { useSession } from '@/lib/session'
import { useDebounced } from '@/lib/use-debounced'
import { hostArticlesQuery } from './api'

/** Every key costs whoever hosts this a search elsewhere; it may rest first. */
const REST = 350

/** What whoever hosts this has written about a text, after our own articles and never before them. */
export function HostArticles({ text }: { text: string }) {
  const isThere = useSession()?.featureFlags.host_articles === true
  return isThere && <Hits text={text} />
}

function Hits({ text }: { text: string }) {
  const t = useTranslations('shell')
  const { data = [] } = useQuery(hostArticlesQuery(useDebounced(text.trim(), REST)))
  if (data.length === 0) return null
  return (
    <section aria-labelledby="host-articles" className="mt-6 border-t pt-3">
      <h3 id="host-articles" className="text-sm font-medium text-faint">
        {t('helpHost')}
      </h3>
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            <a
              href={one.url}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-1.5 text-accent hover:underline"
            >
              <bdi>{one.name}</bdi>
              <ExternalLink aria-hidden className="size-4 shrink-0" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
