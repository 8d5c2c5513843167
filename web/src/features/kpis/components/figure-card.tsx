'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { KpiEnvelope } from '@/api/platform-models'
import { Card } from '@/components/ui/page-header'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'

type Answer = { data?: KpiEnvelope; error: Error | null; refetch: () => unknown }

/** A chart with its formula beside it; what it lacks is said above it. */
export function FigureCard({
  title,
  formula,
  query,
  children,
}: {
  title: string
  formula: string
  query: Answer
  children: ReactNode
}) {
  return (
    <Card title={title}>
      {query.data ? (
        <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0 space-y-4">
            <MissingRates found={query.data.missing_rates} />
            {children}
          </div>
          <Formula text={formula} />
        </div>
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-64 rounded-md" />
      )}
    </Card>
  )
}

function Formula({ text }: { text: string }) {
  const t = useTranslations('kpis')
  return (
    <aside className="self-start rounded-md bg-sunken p-3 text-sm text-soft">
      <h3 className="mb-1 font-medium text-ink">{t('formula')}</h3>
      <p className="whitespace-pre-line text-pretty">{text}</p>
    </aside>
  )
}

function MissingRates({ found }: { found: KpiEnvelope['missing_rates'] }) {
  const t = useTranslations('kpis')
  const format = useFormat()
  if (found.length === 0) return null
  const named = found.map((one) => `${one.currency} ${one.month.slice(0, 7)}`)
  return (
    <Notice tone="warn">
      {t('missingRates', { rates: format.list(named) })}{' '}
      <AppLink
        to="platformFigures"
        params={{}}
        query="tab=rates"
        className="inline-block font-medium underline pointer-coarse:py-2.5"
      >
        {t('toRates')}
      </AppLink>
    </Notice>
  )
}

/** Single figures in a row; a share of nothing is a dash. */
export function Tiles({ tiles }: { tiles: { name: string; value: string | null }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-4">
      {tiles.map(({ name, value }) => (
        <div key={name} className="rounded-md border p-3">
          <dt className="text-sm text-soft">{name}</dt>
          <dd className="mt-0.5 text-lg font-semibold tabular-nums">{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
