'use client'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { searchQuery } from '@/components/search/api'
import { resultIcons } from '@/components/search/icons'
import { grouped, type ResultGroup } from '@/components/search/model'
import { useDebounced } from '@/lib/use-debounced'
import { href, localizePath } from '@/routes'
import { narrowed, type EntryGroup } from './entries'
import { useLocalGroups } from './use-local-entries'

const rest = 120

/** What the palette shows for a query: its own pages and actions at once, the server's results as they come. */
export function useGroups(scope: 'search' | 'create', query: string) {
  const t = useTranslations('search')
  const locale = useLocale()
  const local = narrowed(useLocalGroups(scope), query)
  const asked = useDebounced(scope === 'search' ? query.trim() : '', rest)
  const { data, error, isFetching } = useQuery(searchQuery(asked, { locale, limit: 12 }))
  const isAsking = scope === 'search' && query.trim().length > 1
  const found = isAsking && data ? grouped(data).map((group) => entriesOf(group, t(`type_${group.type}`), locale)) : []
  const all: EntryGroup = {
    id: 'all',
    title: '',
    entries: [
      {
        id: 'everything',
        title: t('everything', { text: query.trim() }),
        icon: Search,
        url: `${href('search', {}, locale)}?${new URLSearchParams({ q: query.trim() })}`,
      },
    ],
  }
  // Recent things that match stand in the results as well; pages and actions come first, they are here at once.
  const known = isAsking ? local.filter((group) => group.id !== 'recent') : local
  return {
    groups: [...known, ...found, ...(isAsking ? [all] : [])],
    isWaiting: isAsking && (isFetching || asked !== query.trim()),
    isFound: found.length > 0 || known.length > 0,
    error: isAsking ? error : null,
  }
}

function entriesOf({ type, results }: ResultGroup, title: string, locale: string): EntryGroup {
  return {
    id: type,
    title,
    entries: results.map((one) => ({
      id: `${type}-${one.id}`,
      title: one.title,
      subtitle: one.subtitle,
      icon: resultIcons[type],
      url: localizePath(one.url, locale),
      recent: { type, id: String(one.id) },
    })),
  }
}
