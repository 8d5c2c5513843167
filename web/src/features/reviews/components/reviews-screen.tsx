'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquareQuote, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SearchField } from '@/components/ui/search-field'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { EmptyState, ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { useCan } from '@/lib/session'
import { useDebounced } from '@/lib/use-debounced'
import { useRoute } from '@/lib/use-route'
import { kinds, reviewsQuery, type Kind } from '../api'
import { ReviewCard } from './review-card'

const ShareDialog = late(() => import('@/components/report-links/share-dialog').then((file) => file.ShareDialog))

/** What guests say: read, published, answered. */
export function ReviewsScreen() {
  useRoute('reviews')
  const t = useTranslations('reviews')
  const [kind, setKind] = useState<Kind>('all')
  const [text, setText] = useState('')
  return (
    <PageBody width="narrow">
      <PageHeader title={t('title')} text={t('text')}>
        <Share />
      </PageHeader>
      <div className="mb-5 flex flex-wrap gap-3">
        <SearchField label={t('search')} value={text} onChange={setText} maxLength={200} className="min-w-56 grow" />
        <Select
          label={t('show')}
          isLabelHidden
          value={kind}
          onChange={setKind}
          options={kinds.map((id) => ({ id, name: t(`kind_${id}`) }))}
        />
      </div>
      <Reviews kind={kind} search={useDebounced(text.trim(), 300)} />
    </PageBody>
  )
}

function Share() {
  const t = useTranslations('reviews')
  const [isOpen, setOpen] = useState(false)
  if (!useCan('crm.manage')) return null
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Share2 aria-hidden className="size-4" />
        {t('share')}
      </Button>
      {isOpen && <ShareDialog report="reviews" text={t('shareText')} onClose={() => setOpen(false)} />}
    </>
  )
}

function Reviews({ kind, search }: { kind: Kind; search: string }) {
  const t = useTranslations('reviews')
  const query = useInfiniteQuery(reviewsQuery(kind, search))
  const rows = query.data?.pages.flatMap((page) => page.data) ?? []
  if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton className="h-64 rounded-xl" />
  if (rows.length === 0) {
    const isFiltered = kind !== 'all' || search !== ''
    const icon = <MessageSquareQuote aria-hidden className="size-6" />
    return (
      <EmptyState icon={icon} title={t(isFiltered ? 'noneFound' : 'none')} text={isFiltered ? '' : t('noneText')} />
    )
  }
  return (
    <div className="space-y-4">
      <ul className="space-y-4">
        {rows.map((row) => (
          <ReviewCard key={row.id} review={row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button onPress={() => void query.fetchNextPage()} isPending={query.isFetchingNextPage}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
