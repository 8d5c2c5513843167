'use client'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { searchQuery } from '@/components/search/api'
import { resultTypes, type ResultType, type SearchResult } from '@/components/search/model'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { useGo } from '@/lib/use-go'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { ResultList, ResultSkeleton } from './result-list'
import { TypeFilter } from './type-filter'

const most = 50
const shortest = 2
const rest = 200

/** The address is the search: what is typed and which kind is shown stand in it, so it can be sent on. */
function useAddress() {
  const go = useGo()
  const asked = useQueryParam('q')?.trim() ?? ''
  const named = useQueryParam('type')
  const type = resultTypes.find((one) => one === named) ?? null
  const [text, setText] = useState(asked)
  const [seen, setSeen] = useState(asked)
  if (seen !== asked) {
    setSeen(asked)
    if (asked !== text.trim()) setText(asked) // another address was opened: the field follows
  }
  const timer = useRef(0)
  const show = (q: string, kind: ResultType | null) => {
    window.clearTimeout(timer.current)
    const query = new URLSearchParams({ ...(q && { q }), ...(kind && { type: kind }) }).toString()
    go('search', {}, { query, replace: true })
  }
  const onText = (value: string) => {
    setText(value)
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => show(value.trim(), type), rest)
  }
  return { text, onText, asked, type, onType: (kind: ResultType | null) => show(text.trim(), kind) }
}

/** Everything that was found, in full. */
export function SearchScreen() {
  const t = useTranslations('search')
  const ts = useTranslations('shell')
  const { text, onText, asked, type, onType } = useAddress()
  useTitle(asked ? `${asked} · ${ts('page_search')}` : ts('page_search'))
  return (
    <PageBody width="narrow">
      <PageHeader title={ts('page_search')} />
      <SearchField label={t('placeholder')} value={text} onChange={onText} autoFocus={!asked} />
      {asked.length >= shortest ? (
        <Results asked={asked} type={type} onType={onType} />
      ) : (
        <EmptyState icon={<Search aria-hidden className="size-6" />} title={t('startTitle')} text={t('startText')} />
      )}
    </PageBody>
  )
}

type ResultsProps = { asked: string; type: ResultType | null; onType: (type: ResultType | null) => void }

function Results({ asked, type, onType }: ResultsProps) {
  const t = useTranslations('search')
  const locale = useLocale()
  const { data, error, refetch, isPlaceholderData } = useQuery(searchQuery(asked, { locale, limit: most }))
  const only = useQuery({ ...searchQuery(asked, { locale, types: type ? [type] : [], limit: most }), enabled: !!type })
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <ResultSkeleton />
  const shown: readonly SearchResult[] = type ? (only.data ?? data.filter((one) => one.type === type)) : data
  return (
    <div aria-busy={isPlaceholderData} className="pt-4">
      <TypeFilter results={data} value={type} onChange={onType} />
      <p role="status" className="py-2 text-sm text-faint">
        {t('found', { count: shown.length })}
      </p>
      {shown.length > 0 ? (
        <ResultList results={shown} query={asked} />
      ) : (
        <EmptyState
          icon={<Search aria-hidden className="size-6" />}
          title={t('nothing', { text: asked })}
          text={t('nothingText')}
        />
      )}
    </div>
  )
}
