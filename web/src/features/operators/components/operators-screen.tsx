'use client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useDebounced } from '@/lib/use-debounced'
import { useFormat } from '@/lib/use-format'
import { useQueryParam } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { exportAddress, operatorsQuery, type Question } from '../api'
import { stages } from '../model'
import { OperatorFilters } from './operator-filters'
import { OperatorList } from './operator-list'

/** Who does business on this platform, and how they are. */
export function OperatorsScreen() {
  const t = useTranslations('operators')
  const format = useFormat()
  const asked = useQueryParam('stage')
  const stage = asked && [...stages, 'stalled'].includes(asked) ? asked : ''
  const [typed, setTyped] = useState<Question>({ search: '', status: '', stage, sort: 'name' })
  const question = { ...typed, search: useDebounced(typed.search, 250) }
  const query = useInfiniteQuery({ ...operatorsQuery(question), placeholderData: keepPreviousData })
  const rows = query.data?.pages.flatMap((page) => page.data)
  const total = query.data?.pages[0]?.meta.total
  useTitle(t('title'))
  return (
    <PageBody>
      <PageHeader
        title={t('title')}
        text={total !== undefined && t('count', { count: total, n: format.number(total) })}
      >
        <a href={exportAddress(question)} download className={buttonClass()}>
          <Download aria-hidden className="size-4" />
          {t('export')}
        </a>
      </PageHeader>
      <OperatorFilters value={typed} onChange={setTyped} />
      {rows ? (
        <OperatorList rows={rows} />
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
