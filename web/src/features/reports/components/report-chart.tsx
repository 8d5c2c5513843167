'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { Card } from '@/components/ui/page-header'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { courseQuery } from '../api'
import type { Answer, ReportGroup } from '../adapter'
import { currenciesOf, drawn } from '../chart'
import { useFormat } from '@/lib/use-format'
import { stepFor } from '../periods'
import { useCellText } from '../use-cell-text'
import { useGroupText } from '../use-group-text'
import { useReportWords } from '../words'
import type { ContentProps } from './view-props'

/** A report as a picture: by what it is grouped by, or by time beside its rows. */
export function ReportChart(props: ContentProps & { answer: Answer }) {
  const { facts, state, answer, days } = props
  const t = useTranslations('reports')
  const isGrouped = state.groups.length > 0
  const key = timeKey(props)
  const course = useQuery({ ...courseQuery(state, days, key ?? ''), enabled: !isGrouped && key !== null })
  if (!isGrouped && key === null) return null
  if (course.error && !isGrouped) return <ErrorState error={course.error} onRetry={() => void course.refetch()} />
  const groups = isGrouped ? answer.groups : course.data?.groups
  if (!groups) return <Skeleton className="h-72 rounded-xl" />
  if (groups.length === 0) return null
  const isTime = !!facts.groups.find((one) => one.key === (isGrouped ? state.groups[0] : key))?.step
  return (
    <Card title={t('chart')}>
      <Picture {...props} {...{ groups, isTime }} />
    </Card>
  )
}

/** By which grouping a report has a course: days, weeks or months, as the period is long; by its own date. */
function timeKey({ facts, state, days }: ContentProps): string | null {
  const wanted = stepFor(days)
  const timed = facts.groups.filter(({ step }) => step)
  const isActivity = state.basis === 'activity' && timed.some(({ key }) => key.startsWith('start_'))
  const own = timed.filter(({ key }) => key.startsWith('start_') === isActivity)
  return (own.find(({ step }) => step === wanted) ?? own.at(-1))?.key ?? null
}

type PictureProps = ContentProps & { answer: Answer; groups: ReportGroup[]; isTime: boolean }

function Picture({ facts, state, change, groups, isTime }: PictureProps) {
  const t = useTranslations('reports')
  const words = useReportWords()
  const text = useCellText()
  const format = useFormat()
  const name = useGroupText(facts)
  const currencies = currenciesOf(groups)
  const [chosen, setChosen] = useState('')
  const currency = currencies.find((one) => one === chosen) ?? currencies[0] ?? ''
  const measures = ['cnt', ...Object.keys(facts.totals)].filter((key) => key in (groups[0]?.sums ?? {}))
  const measure = measures.find((key) => key === state.measure) ?? measures.find((key) => key in facts.totals) ?? 'cnt'
  const kind = facts.totals[measure] ?? 'number'
  const picture = drawn(groups, { currency, measure, isTime, name, others: t('others') })
  const Chart = state.chart === 'line' && isTime ? LineChart : BarChart
  const series = [
    ...(picture.before ? [{ id: 'before', name: t('before'), values: picture.before, isBefore: true }] : []),
    { id: measure, name: words.column(measure), values: picture.values },
  ]
  return (
    <>
      <Choices
        {...{ measures, measure, currencies, currency }}
        onMeasure={(key) => change({ measure: key })}
        onCurrency={setChosen}
      />
      <Chart
        label={`${words.name(state.report)}: ${words.column(measure)}`}
        labels={picture.labels}
        series={series}
        format={(value) => text(measure, kind, value, currency)}
        formatTick={(value) =>
          kind === 'money' ? format.moneyShort(value, currency) : text(measure, kind, value, currency)
        }
        unit={kind === 'money' ? 100 : 1}
      />
    </>
  )
}

type ChoicesProps = {
  measures: string[]
  measure: string
  currencies: string[]
  currency: string
  onMeasure: (key: string) => void
  onCurrency: (currency: string) => void
}

function Choices({ measures, measure, currencies, currency, onMeasure, onCurrency }: ChoicesProps) {
  const t = useTranslations('reports')
  const words = useReportWords()
  return (
    <div className="mb-4 flex flex-wrap gap-3 print:hidden">
      <Select
        label={t('measure')}
        isLabelHidden
        value={measure}
        onChange={onMeasure}
        options={measures.map((id) => ({ id, name: words.column(id) }))}
        className="min-w-48"
      />
      {currencies.length > 1 && (
        <Select
          label={words.column('currency')}
          isLabelHidden
          value={currency}
          onChange={onCurrency}
          options={currencies.map((id) => ({ id, name: id }))}
        />
      )}
    </div>
  )
}
