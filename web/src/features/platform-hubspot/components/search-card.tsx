'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CrmHit } from '@/api/platform-models'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { useErrorText } from '@/components/ui/states'
import { stages } from '@/components/platform/deal-stages'
import { useDebounced } from '@/lib/use-debounced'
import { searchQuery } from '../api'

/** Deals and companies in HubSpot, found while somebody types. */
export function SearchCard() {
  const t = useTranslations('platformHubspot')
  const [text, setText] = useState('')
  const asked = useDebounced(text.trim(), 400)
  const errorText = useErrorText()
  const { data, error } = useQuery({ ...searchQuery(asked), placeholderData: keepPreviousData })
  const found = asked === '' ? undefined : data
  const isIncomplete = found !== undefined && found.coverage !== 'complete'
  return (
    <Card title={t('searchTitle')}>
      <SearchField label={t('search')} placeholder={t('search')} value={text} onChange={setText} maxLength={200} />
      <div aria-live="polite" className="mt-3">
        {error && asked !== '' && <Notice tone="bad">{errorText(error)}</Notice>}
        {isIncomplete && <Notice tone="warn">{t(found.coverage === 'busy' ? 'busy' : 'unavailable')}</Notice>}
        {found && !isIncomplete && found.hits.length === 0 && <p className="text-soft">{t('nothing')}</p>}
      </div>
      {found && found.hits.length > 0 && (
        <ul className="divide-y">
          {found.hits.map((hit) => (
            <Hit key={hit.id} hit={hit} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Hit({ hit }: { hit: CrmHit }) {
  const t = useTranslations('platformHubspot')
  const kpis = useTranslations('kpis')
  const stage = stages.find((one) => hit.id.startsWith('deal-') && one === hit.stage)
  return (
    <li>
      <a
        href={hit.url}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 hover:underline"
      >
        <bdi className="font-medium">{hit.name}</bdi>
        <span className="text-sm text-soft">{stage ? kpis(`stage_${stage}`) : t('company')}</span>
        <ExternalLink aria-hidden className="ms-auto size-4 text-faint" />
      </a>
    </li>
  )
}
