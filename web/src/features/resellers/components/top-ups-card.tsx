'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { TopUp } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { dotted } from '@/lib/isolate'
import { late } from '@/lib/late'
import { useCan, useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { topUpsQuery } from '../api'
import type { TabProps } from './types'

const TopUpDialog = late(() => import('./top-up-dialog').then((file) => file.TopUpDialog))
const few = 8

/** What a reseller paid in advance, where it stands, and what moved it. */
export function TopUpsCard({ reseller }: TabProps) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const mayManage = useCan('reseller.manage')
  const [isAdding, setAdding] = useState(false)
  const [isWhole, setWhole] = useState(false)
  const { data, error, refetch } = useQuery(topUpsQuery(reseller.id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-32 max-w-3xl rounded-xl" />
  const shown = isWhole ? data.data : data.data.slice(0, few)
  const add = mayManage && (
    <Button size="sm" onPress={() => setAdding(true)}>
      {t('topUpAdd')}
    </Button>
  )
  return (
    <div className="max-w-3xl">
      <Card title={t('topup_balance')} actions={add}>
        <p className="text-2xl font-semibold tabular-nums">{format.money(data.balance, reseller.currency)}</p>
        <p className="mt-1 text-sm text-soft text-pretty">{t('topUpText')}</p>
        {shown.length > 0 && (
          <ul className="mt-4 divide-y border-t">
            {shown.map((one) => (
              <Movement key={one.id} one={one} currency={reseller.currency} />
            ))}
          </ul>
        )}
        {shown.length < data.data.length && (
          <Button size="sm" look="quiet" onPress={() => setWhole(true)}>
            {t('showMore')}
          </Button>
        )}
      </Card>
      {isAdding && <TopUpDialog reseller={reseller} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Movement({ one, currency }: { one: TopUp; currency: string }) {
  const t = useTranslations('resellers')
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return (
    <li className="flex items-baseline justify-between gap-3 py-2.5 text-sm">
      <span className="min-w-0">
        {t(`topUp_${one.kind}`)}
        {one.note && (
          <span className="text-soft">
            {' '}
            – <bdi>{one.note}</bdi>
          </span>
        )}
        <span className="block text-faint">{dotted([one.by_name, format.instant(one.at, zone)])}</span>
      </span>
      <span className="shrink-0 tabular-nums">
        {one.amount > 0 && '+'}
        {format.money(one.amount, currency)}
      </span>
    </li>
  )
}
