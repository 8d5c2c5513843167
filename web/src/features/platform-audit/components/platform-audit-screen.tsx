'use client'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ActList } from '@/components/platform/act-list'
import { useActName } from '@/components/platform/use-act-name'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { useTitle } from '@/lib/use-title'
import { actionsQuery, actsQuery, exportAddress } from '../api'

/** What was done at this desk, by whom and when. It can only grow. */
export function PlatformAuditScreen() {
  const t = useTranslations('platformAudit')
  const [search, setSearch] = useState('')
  const [action, setAction] = useState('')
  const question = { search: useDebounced(search, 250), action }
  const query = useInfiniteQuery({ ...actsQuery(question), placeholderData: keepPreviousData })
  const acts = query.data?.pages.flatMap((page) => page.data)
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')}>
        <a href={exportAddress(question)} download className={buttonClass()}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </a>
      </PageHeader>
      <Filters {...{ search, action }} onSearch={setSearch} onAction={setAction} />
      {acts ? (
        <div className="rounded-xl border bg-surface">
          <ActList label={t('title')} acts={acts} empty={t('empty')} />
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
      {query.hasNextPage && (
        <Button className="mt-4" onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </PageBody>
  )
}

type FiltersProps = {
  search: string
  action: string
  onSearch: (text: string) => void
  onAction: (action: string) => void
}

function Filters({ search, action, onSearch, onAction }: FiltersProps) {
  const t = useTranslations('platformAudit')
  const actName = useActName()
  const { data: actions = [] } = useQuery(actionsQuery)
  return (
    <div className="flex flex-wrap gap-3 pb-4">
      <SearchField label={t('search')} value={search} onChange={onSearch} className="min-w-60 grow sm:max-w-md" />
      <Select
        label={t('action')}
        isLabelHidden
        value={action}
        onChange={onAction}
        options={[{ id: '', name: t('everything') }, ...actions.map((id) => ({ id, name: actName(id) }))]}
      />
    </div>
  )
}
