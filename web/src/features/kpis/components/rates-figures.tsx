'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FxRate, FxRates } from '@/api/platform-models'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/page-header'
import { SimpleTable } from '@/components/ui/simple-table'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { late } from '@/lib/late'
import { ratesQuery } from '../api'
import { lacks, plain, type Lack } from '../rates'
import { useFigures } from '../use-figures'
import { RunsCard } from './runs-card'

const RateDialog = late(() => import('./rate-dialog').then((file) => file.RateDialog))

/** What currencies were worth, month by month; which rates are missing; how far the figures have come. */
export function RatesFigures() {
  const t = useTranslations('kpis')
  const query = useQuery(ratesQuery)
  const [edited, setEdited] = useState<FxRate | Lack | null>(null)
  return (
    <>
      <RunsCard />
      <Card
        title={t('rates')}
        actions={
          <Button size="sm" onPress={() => setEdited({ currency: '', month: '', accounts_cnt: 0 })}>
            <Plus aria-hidden className="size-4" />
            {t('addRate')}
          </Button>
        }
      >
        {query.data ? (
          <Rates found={query.data} onEdit={setEdited} />
        ) : query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="h-64 rounded-md" />
        )}
      </Card>
      {edited && <RateDialog rate={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

type RatesProps = { found: FxRates; onEdit: (rate: FxRate | Lack) => void }

function Rates({ found, onEdit }: RatesProps) {
  const t = useTranslations('kpis')
  return (
    <div className="space-y-4">
      <p className="max-w-prose text-sm text-soft text-pretty">
        {t('ratesText')} {t(found.is_fetched ? 'ratesFetched' : 'ratesNotFetched')}
      </p>
      <Missing found={lacks(found)} onEnter={onEdit} />
      <RateTable rates={found.rates} onEdit={onEdit} />
    </div>
  )
}

function Missing({ found, onEnter }: { found: Lack[]; onEnter: (lack: Lack) => void }) {
  const t = useTranslations('kpis')
  const figures = useFigures()
  if (found.length === 0) return null
  return (
    <section className="rounded-md bg-warn-wash p-3 text-sm">
      <h3 className="mb-1 font-medium text-warn">{t('ratesMissing')}</h3>
      <ul className="space-y-1">
        {found.map((one) => (
          <li key={`${one.currency} ${one.month}`} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              {t('rateLeavesOut', {
                currency: one.currency,
                month: figures.month(one.month),
                count: one.accounts_cnt,
              })}
            </span>
            <Button size="sm" onPress={() => onEnter(one)}>
              {t('enterRate', { currency: one.currency, month: figures.month(one.month) })}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function RateTable({ rates, onEdit }: { rates: FxRate[]; onEdit: (rate: FxRate) => void }) {
  const t = useTranslations('kpis')
  const figures = useFigures()
  const columns = [
    { id: 'month', name: t('month'), isRowHeader: true },
    { id: 'currency', name: t('currency') },
    { id: 'average', name: t('average'), align: 'end' as const },
    { id: 'month_end', name: t('monthEnd'), align: 'end' as const },
    { id: 'source', name: t('source') },
    { id: 'state', name: t('state') },
  ]
  const cell = (row: FxRate, column: string) => {
    if (column === 'month') return figures.month(row.month)
    if (column === 'currency') return row.currency
    if (column === 'average' || column === 'month_end') return plain(row[column])
    if (column === 'source') return t(row.source === 'ecb' ? 'source_ecb' : 'source_entered')
    return <Badge tone={row.is_final ? 'good' : 'neutral'}>{t(row.is_final ? 'rateFrozen' : 'rateOpen')}</Badge>
  }
  return (
    <SimpleTable
      label={t('rates')}
      columns={columns}
      rows={rates}
      rowKey={(row) => `${row.currency} ${row.month}`}
      cell={cell}
      onRow={onEdit}
      empty={<p className="text-faint">{t('noRates')}</p>}
    />
  )
}
