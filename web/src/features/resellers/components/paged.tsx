'use client'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'

type Props = {
  query: Pick<UseInfiniteQueryResult, 'error' | 'isPending' | 'hasNextPage' | 'isFetchingNextPage'> & {
    refetch: () => unknown
    fetchNextPage: () => unknown
  }
  isEmpty: boolean
  empty: ReactNode
  children: ReactNode
}

/** A list that loads on by a button: skeleton, failure, emptiness and the way to more. */
export function Paged({ query, isEmpty, empty, children }: Props) {
  const t = useTranslations('resellers')
  if (query.error && query.isPending) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton className="h-64 rounded-xl" />
  if (isEmpty) return empty
  return (
    <div className="space-y-4">
      <div className="rounded-xl border bg-surface">{children}</div>
      {query.hasNextPage && (
        <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {t('showMore')}
        </Button>
      )}
    </div>
  )
}
