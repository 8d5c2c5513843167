'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Bulletin } from '@/api/platform-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { newsQuery, publishNews, withdrawNews } from '../api'
import { NewsDialog } from './news-dialog'

/** What operators are told: written here, shown in their back office. */
export function PlatformNewsScreen() {
  const t = useTranslations('platformNews')
  const { data, error, refetch } = useQuery(newsQuery)
  const [item, setItem] = useState<Bulletin | 'new' | null>(null)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')}>
        <Button look="primary" onPress={() => setItem('new')}>
          <Plus aria-hidden className="size-4" />
          {t('write')}
        </Button>
      </PageHeader>
      {data ? (
        <ul className="space-y-3">
          {data.data.map((one) => (
            <NewsRow key={one.id} item={one} onEdit={() => setItem(one)} />
          ))}
          {data.data.length === 0 && <li className="py-12 text-center text-faint">{t('none')}</li>}
        </ul>
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
      {item && <NewsDialog item={item === 'new' ? null : item} onClose={() => setItem(null)} />}
    </PageBody>
  )
}

function NewsRow({ item, onEdit }: { item: Bulletin; onEdit: () => void }) {
  const t = useTranslations('platformNews')
  const format = useFormat()
  const publish = useChange(publishNews)
  const withdraw = useChange(withdrawNews)
  const text = item.texts['en']
  return (
    <li className="rounded-xl border bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold">{text?.title}</h2>
        <Badge tone={item.state === 'running' ? 'good' : 'neutral'}>{t(`state_${item.state}`)}</Badge>
        <Badge tone={item.severity === 'info' ? 'neutral' : 'warn'}>{t(`severity_${item.severity as 'info'}`)}</Badge>
      </div>
      <p className="mt-1 text-sm text-faint">
        {t('reach', { operators: item.operator_cnt, people: item.read_cnt })}
        {' · '}
        {format.instant(item.starts_at, 'UTC')}
      </p>
      <p className="mt-2 whitespace-pre-line text-pretty text-soft">{text?.body}</p>
      {item.state !== 'withdrawn' && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onPress={onEdit}>
            {t('edit')}
          </Button>
          {item.state === 'draft' ? (
            <Button size="sm" look="primary" onPress={() => publish.mutate(item)} isPending={publish.isPending}>
              {t('publish')}
            </Button>
          ) : (
            <Button size="sm" look="danger" onPress={() => withdraw.mutate(item)} isPending={withdraw.isPending}>
              {t('withdraw')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function useChange(deed: (item: Bulletin) => Promise<Bulletin>) {
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: deed,
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => void queries.invalidateQueries({ queryKey: newsQuery.queryKey }),
  })
}
