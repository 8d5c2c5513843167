'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { Switch } from '@/components/ui/switch'
import { late } from '@/lib/late'
import { useFormat } from '@/lib/use-format'
import { operatorsQuery, type DeskOperatorRow } from '../api'

const SubscribeDialog = late(() => import('./subscribe-dialog').then((file) => file.SubscribeDialog))
const OperatorDialog = late(() => import('./operator-dialog').then((file) => file.OperatorDialog))

/** Operators that are billed, and which of them are late. */
export function OperatorsCard() {
  const t = useTranslations('platformBilling')
  const [isLate, setLate] = useState(false)
  const [opened, setOpened] = useState<number | null>(null)
  const [isAdding, setAdding] = useState(false)
  const found = useInfiniteQuery(operatorsQuery(isLate))
  const { columns, cell } = useTable()
  return (
    <Card title={t('operators')} actions={<Button onPress={() => setAdding(true)}>{t('subscribe')}</Button>}>
      <div className="mb-3">
        <Switch isSelected={isLate} onChange={setLate}>
          {t('onlyLate')}
        </Switch>
      </div>
      {found.data ? (
        <SimpleTable
          label={t('operators')}
          columns={columns}
          rows={found.data.pages.flatMap((page) => page.operators)}
          rowKey={(row) => row.account_id}
          cell={cell}
          onRow={(row) => setOpened(row.account_id)}
          empty={<p className="text-faint">{t(isLate ? 'noneLate' : 'noneBilled')}</p>}
        />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-24" />
      )}
      {found.hasNextPage && (
        <Button className="mt-3" isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
      {isAdding && <SubscribeDialog operator={null} onClose={() => setAdding(false)} />}
      {opened !== null && <OperatorDialog operator={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

function useTable() {
  const t = useTranslations('platformBilling')
  const format = useFormat()
  const columns = [
    { id: 'name', name: t('operator'), isRowHeader: true },
    { id: 'plan', name: t('plan') },
    { id: 'balance', name: t('balance'), align: 'end' as const },
    { id: 'state', name: t('state') },
  ]
  const cell = (row: DeskOperatorRow, column: string) => {
    if (column === 'name') return row.name
    if (column === 'plan') return row.plan ?? t('noPlan')
    if (column === 'balance') return format.money(row.balance, row.currency)
    if (row.is_sale_stopped) return <Badge tone="bad">{t('stopped')}</Badge>
    if (row.overdue_since) return <Badge tone="warn">{t('lateSince', { day: format.day(row.overdue_since) })}</Badge>
    return <Badge tone="good">{t('fine')}</Badge>
  }
  return { columns, cell }
}
