'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Statement } from '@/api/billing-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { statementsQuery } from '../api'

/** Every statement, the newest first, each with its paper. */
export function StatementsCard() {
  const t = useTranslations('billing')
  const found = useInfiniteQuery(statementsQuery)
  const cell = useCell()
  const columns = [
    { id: 'number', name: t('number'), isRowHeader: true },
    { id: 'issued', name: t('issued') },
    { id: 'amount', name: t('amount'), align: 'end' as const },
    { id: 'state', name: t('state') },
    { id: 'paper', name: t('paper'), isNameHidden: true, align: 'end' as const },
  ]
  return (
    <Card title={t('statements')}>
      {found.data ? (
        <SimpleTable
          label={t('statements')}
          columns={columns}
          rows={found.data.pages.flatMap((page) => page.statements)}
          cell={cell}
          empty={<p className="text-faint">{t('noStatements')}</p>}
        />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton className="h-32" />
      )}
      {found.hasNextPage && (
        <Button className="mt-3" isPending={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </Card>
  )
}

function useCell() {
  const t = useTranslations('billing')
  const format = useFormat()
  return (row: Statement, column: string) => {
    if (column === 'number') return <span className="font-medium">{row.number}</span>
    if (column === 'issued') return format.day(row.issued_on, 'medium')
    if (column === 'amount') return format.money(row.closing, row.currency)
    if (column === 'state') {
      return row.settled_on ? (
        <Badge tone="good">{t('state_paid')}</Badge>
      ) : (
        <Badge tone="warn">{t('state_open')}</Badge>
      )
    }
    return (
      <a
        href={`/api/billing/statement/${row.id}/pdf`}
        target="_blank"
        rel="noreferrer"
        aria-label={t('openPaper', { number: row.number })}
        className="inline-flex items-center gap-1.5 rounded-sm text-accent hover:underline pointer-coarse:py-2.5"
      >
        <FileText aria-hidden className="size-4" />
        {t('pdf')}
      </a>
    )
  }
}
