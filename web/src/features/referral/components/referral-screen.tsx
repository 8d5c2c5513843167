'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { ReferralOverview } from '@/api/first-weeks-models'
import { CopyBox } from '@/components/copy-box'
import { SetupHeader } from '@/components/setup-header'
import { Button } from '@/components/ui/button'
import { Card, PageBody } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useHydrated } from '@/lib/use-hydrated'
import { useRoute } from '@/lib/use-route'
import { createReferral, referralQuery } from '../api'
import { SignupList } from './signup-list'

/** The link by which the business recommends the product, and what came of it. */
export function ReferralScreen() {
  useRoute('referral')
  const t = useTranslations('referral')
  const { data, error, refetch } = useQuery(referralQuery)
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  return (
    <PageBody width="narrow">
      <SetupHeader page="referral" title={t('title')} text={t('text')} />
      {data ? (
        <div className="space-y-5">
          <Card title={t('link')}>{data.url ? <Link url={data.url} /> : <Begin />}</Card>
          <Card title={t('signups')}>
            <SignupList signups={data.signups} rewards={data.rewards} />
          </Card>
        </div>
      ) : (
        <Skeleton className="h-72 rounded-xl" />
      )}
    </PageBody>
  )
}

function Link({ url }: { url: string }) {
  const t = useTranslations('referral')
  const canShare = useHydrated() && 'share' in navigator
  return (
    <div className="space-y-3">
      <CopyBox text={url} label={t('link')} />
      {canShare && (
        <Button onPress={() => void navigator.share({ url, text: t('shareText') }).catch(() => undefined)}>
          <Share2 aria-hidden className="size-4" />
          {t('share')}
        </Button>
      )}
      <p className="text-sm text-pretty text-faint">{t('rules')}</p>
    </div>
  )
}

function Begin() {
  const t = useTranslations('referral')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const create = useMutation({
    mutationFn: createReferral,
    onSuccess: (found: ReferralOverview) => queries.setQueryData(referralQuery.queryKey, found),
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <div className="space-y-3">
      <p className="max-w-prose text-pretty text-soft">{t('beginText')}</p>
      <Button look="primary" onPress={() => create.mutate()} isPending={create.isPending}>
        {t('begin')}
      </Button>
    </div>
  )
}
