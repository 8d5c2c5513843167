'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Resource } from '@/api/models'
import { CopyBox } from '@/components/copy-box'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { feedsQuery, rotateFeeds } from '../api'

const details = ['busy', 'counts', 'names'] as const

/** The secret address by which calendar programs read what a resource does; new ones end the old ones. */
export function FeedBox({ resource }: { resource: Resource }) {
  const t = useTranslations('resources')
  const [detail, setDetail] = useState<(typeof details)[number]>('counts')
  const { data } = useQuery(feedsQuery(resource.id))
  const rotate = useRotate(resource.id)
  const address = data?.find((feed) => feed.detail === detail)?.url
  return (
    <section className="space-y-3 border-t pt-5">
      <h3 className="font-semibold">{t('feed')}</h3>
      <p className="text-sm text-soft">{t('feedText')}</p>
      <Select
        label={t('feedDetail')}
        options={details.map((id) => ({ id, name: t(`feed_${id}`) }))}
        value={detail}
        onChange={setDetail}
      />
      {address ? <CopyBox text={address} label={t('feed')} /> : <Skeleton className="h-24" />}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" look="danger" isPending={rotate.isPending} onPress={() => rotate.mutate()}>
          {t('feedRotate')}
        </Button>
        <span className="text-sm text-soft">{t('feedRotateHint')}</span>
      </div>
    </section>
  )
}

function useRotate(resource: number) {
  const t = useTranslations('resources')
  const queries = useQueryClient()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: () => rotateFeeds(resource),
    onSuccess: (feeds) => {
      queries.setQueryData(feedsQuery(resource).queryKey, feeds)
      toast.success(t('feedRotated'))
    },
    onError: (error) => toast.error(errorText(error)),
  })
}
