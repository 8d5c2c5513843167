'use client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { api, dataOf } from '@/api/client'
import type { components } from '@/api/schema'
import { Badge } from '@/components/ui/badge'
import { PageBody, PageHeader } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'

const referralsQuery = queryOptions({
  queryKey: ['platform', 'referrals'],
  queryFn: () => dataOf(api.GET('/api/platform/referrals/get')),
})
const states = ['signed_up', 'rewarded', 'refused'] as const
const reasons = ['own_address', 'own_domain', 'own_network', 'own_card', 'too_many'] as const

type Row = components['schemas']['ReferralRowOut']

/** Which operators brought which, what they earned, and why some count for nothing. */
export function PlatformReferralsScreen() {
  const t = useTranslations('platformReferrals')
  const cell = useCell()
  const { data, error, refetch } = useQuery(referralsQuery)
  useTitle(t('title'))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const columns = [
    { id: 'referrer', name: t('referrer'), isRowHeader: true },
    { id: 'referred', name: t('referred') },
    { id: 'at', name: t('when') },
    { id: 'state', name: t('state') },
    { id: 'amount', name: t('credit'), align: 'end' as const },
  ]
  const empty = <p className="text-faint">{t('none')}</p>
  return (
    <PageBody>
      <PageHeader title={t('title')} text={t('text')} />
      {data ? (
        <SimpleTable label={t('title')} columns={columns} rows={data.data} cell={cell} empty={empty} />
      ) : (
        <Skeleton className="h-96 rounded-xl" />
      )}
    </PageBody>
  )
}

function useCell() {
  const t = useTranslations('platformReferrals')
  const format = useFormat()
  return (row: Row, column: string) => {
    if (column === 'at') return format.instant(row.created_at, 'UTC')
    if (column === 'amount') return row.amount ? format.money(row.amount, row.currency) : ''
    if (column !== 'state') return <bdi>{column === 'referrer' ? row.referrer : row.referred}</bdi>
    const state = states.find((one) => one === row.state) ?? 'signed_up'
    const reason = reasons.find((one) => one === row.refused_reason)
    const name = t(reason ? `reason_${reason}` : `state_${state}`)
    return <Badge tone={state === 'rewarded' ? 'good' : 'neutral'}>{name}</Badge>
  }
}
