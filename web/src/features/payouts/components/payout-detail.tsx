'use client'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { KeyValues } from '@/components/ui/key-values'
import { Notice } from '@/components/ui/notice'
import { Card, PageBody, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState, useErrorText } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useCan } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useTitle } from '@/lib/use-title'
import { exportLines, linesQuery, payoutQuery, type Payout } from '../api'
import { gapOf, partsOf } from '../model'
import { usePlace } from '../use-place'
import { LinesList } from './lines-list'
import { bankOf } from './payouts-table'
import { StatusBadge } from './status-badge'

/** One payout: how its amount comes about, and every payment in it. */
export function PayoutDetail({ gatewayId }: { gatewayId: string }) {
  const t = useTranslations('payouts')
  const { today } = usePlace()
  const { data, error, refetch } = useQuery(payoutQuery(today, gatewayId))
  const format = useFormat()
  const title = data ? t('payoutTitle', { date: format.day(data.arrival_date, 'medium') }) : t('title')
  useTitle(title)
  return (
    <PageBody>
      <PageHeader
        title={title}
        above={
          <AppLink to="payouts" params={{}} className="rounded-sm hover:text-ink hover:underline pointer-coarse:py-2.5">
            {t('title')}
          </AppLink>
        }
      >
        {data && <Export id={data.id} />}
      </PageHeader>
      {error && !data && <ErrorState error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton className="h-96" />}
      {data === null && <p className="text-soft">{t('noPayout')}</p>}
      {data && <Detail payout={data} />}
    </PageBody>
  )
}

function Export({ id }: { id: number }) {
  const t = useTranslations('payouts')
  const errorText = useErrorText()
  const { today } = usePlace()
  const run = useMutation({
    mutationFn: () => exportLines(today, id),
    onSuccess: () => toast.success(t('exportStarted')),
    onError: (error) => toast.error(errorText(error)),
  })
  if (!useCan('export')) return null
  return (
    <Button onPress={() => run.mutate()} isPending={run.isPending}>
      <Download aria-hidden className="size-4" />
      {t('export')}
    </Button>
  )
}

function Detail({ payout }: { payout: Payout }) {
  const t = useTranslations('payouts')
  const { today } = usePlace()
  const lines = useInfiniteQuery(linesQuery(today, payout.id))
  const rows = lines.data?.pages.flatMap((page) => page.data)
  return (
    <div className="space-y-5">
      {payout.status === 'failed' && <Notice tone="bad">{payout.failure_message || t('failedText')}</Notice>}
      {!payout.is_read && <Notice tone="info">{t('beingRead')}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={t('madeOf')}>
          <Sum payout={payout} />
        </Card>
        <Card title={t('facts')}>
          <Facts payout={payout} />
        </Card>
      </div>
      <Card title={t('lines', { count: payout.transaction_cnt })}>
        {lines.error && !rows && <ErrorState error={lines.error} onRetry={() => void lines.refetch()} />}
        {!rows && !lines.error && <Skeleton className="h-64" />}
        {rows && <LinesList rows={rows} />}
        {lines.hasNextPage && (
          <Button className="mt-4" onPress={() => void lines.fetchNextPage()} isPending={lines.isFetchingNextPage}>
            {t('moreLines')}
          </Button>
        )}
      </Card>
    </div>
  )
}

function Sum({ payout }: { payout: Payout }) {
  const t = useTranslations('payouts')
  const format = useFormat()
  const gap = gapOf(payout)
  const rows = [
    ...partsOf(payout).map(({ part, amount }) => ({ label: t(`part_${part}`), amount, isStrong: false, isBad: false })),
    ...(gap ? [{ label: t('part_gap'), amount: gap, isStrong: false, isBad: true }] : []),
    { label: t('part_payout'), amount: payout.amount, isStrong: true, isBad: false },
  ]
  return (
    <dl className="space-y-2 tabular-nums">
      {rows.map(({ label, amount, isStrong, isBad }) => (
        <div
          key={label}
          className={cx('flex justify-between gap-4', isStrong && 'border-t pt-2 font-semibold', isBad && 'text-bad')}
        >
          <dt>{label}</dt>
          <dd>{format.money(amount, payout.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Facts({ payout }: { payout: Payout }) {
  const t = useTranslations('payouts')
  const format = useFormat()
  const { zone } = usePlace()
  return (
    <KeyValues
      rows={[
        [t('col_status'), <StatusBadge key="status" status={payout.status} />],
        [t('col_arrival_date'), format.day(payout.arrival_date)],
        [t('madeAt'), format.instant(payout.created_at, zone)],
        [t('col_bank_name'), bankOf(payout)],
        [t('col_is_automatic'), t(payout.is_automatic ? 'automatic' : 'byHand')],
        [
          t('col_gateway_id'),
          <span key="id" className="font-mono text-xs break-all">
            {payout.gateway_id}
          </span>,
        ],
      ]}
    />
  )
}
