'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Dashboard, DaySales } from '@/api/models'
import { LineChart } from '@/components/charts/line-chart'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { salesQuery } from '../api'
import { changeOf, rangeOf, spans, sumOf, type Basis, type Compare, type Span } from '../range'

/** Sales of a span of days against an earlier one. */
export function SalesCard({ data }: { data: Dashboard | undefined }) {
  const t = useTranslations('dashboard')
  const [choice, setChoice] = useState<Choice>(firstChoice)
  return (
    <Card title={t('sales')}>
      <Choices choice={choice} onChange={(next) => setChoice(sameAs(next, firstChoice) ? firstChoice : next)} />
      {!data ? (
        <Skeleton className="h-72" />
      ) : choice === firstChoice ? (
        <SalesOf rows={data.sales} currency={data.currency} />
      ) : (
        <Sales range={rangeOf(data.today.date, choice.span, choice.basis, choice.compare)} currency={data.currency} />
      )}
    </Card>
  )
}

type Choice = { span: Span; basis: Basis; compare: Compare }

/** What the dashboard's own call answers. */
const firstChoice: Choice = { span: '30', basis: 'created', compare: 'previous' }

const sameAs = (one: Choice, other: Choice) =>
  one.span === other.span && one.basis === other.basis && one.compare === other.compare

function Choices({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  const t = useTranslations('dashboard')
  const bases = (['created', 'activity'] as const).map((id) => ({ id, name: t(`basis_${id}`) }))
  const compared = (['previous', 'year'] as const).map((id) => ({ id, name: t(`compare_${id}`) }))
  return (
    <div className="mb-4 grid gap-2 sm:grid-cols-3">
      <Select
        label={t('span')}
        isLabelHidden
        value={choice.span}
        onChange={(span) => onChange({ ...choice, span })}
        options={spans.map((id) => ({ id, name: t('days', { count: Number(id) }) }))}
      />
      <Select
        label={t('basis')}
        isLabelHidden
        value={choice.basis}
        onChange={(basis) => onChange({ ...choice, basis })}
        options={bases}
      />
      <Select
        label={t('compare')}
        isLabelHidden
        value={choice.compare}
        onChange={(compare) => onChange({ ...choice, compare })}
        options={compared}
      />
    </div>
  )
}

function Sales({ range, currency }: { range: ReturnType<typeof rangeOf>; currency: string }) {
  const { data, error, refetch } = useQuery(salesQuery(range))
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />
  if (!data) return <Skeleton className="h-72" />
  return <SalesOf rows={data} currency={currency} />
}

function SalesOf({ rows, currency }: { rows: DaySales[]; currency: string }) {
  return (
    <>
      <SalesTotals rows={rows} currency={currency} />
      <SalesChart rows={rows} currency={currency} />
    </>
  )
}

function SalesTotals({ rows, currency }: { rows: DaySales[]; currency: string }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  const sum = sumOf(rows)
  const change = changeOf(sum.net, sum.before)
  return (
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="text-2xl font-semibold tabular-nums">{format.money(sum.net, currency)}</span>
      {change !== null && (
        <Badge tone={change >= 0 ? 'good' : 'warn'}>
          {new Intl.NumberFormat(format.locale, { style: 'percent', signDisplay: 'exceptZero' }).format(change)}
        </Badge>
      )}
      <span className="text-sm text-faint">
        {t('salesNote', { trips: sum.trips, guests: sum.pax, before: format.money(sum.before, currency) })}
      </span>
    </div>
  )
}

function SalesChart({ rows, currency }: { rows: DaySales[]; currency: string }) {
  const t = useTranslations('dashboard')
  const format = useFormat()
  return (
    <LineChart
      label={t('salesChart')}
      labels={rows.map((row) => format.day(row.date, 'short'))}
      series={[
        { id: 'before', name: t('before'), values: rows.map((row) => row.prev), isBefore: true },
        { id: 'net', name: t('net'), values: rows.map((row) => row.net) },
      ]}
      format={(value) => format.moneyShort(value, currency)}
      unit={100}
    />
  )
}
