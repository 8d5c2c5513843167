'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { mrrHistoryQuery, mrrRateQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard, Tiles } from './figure-card'

const movements = ['new', 'reactivation', 'expansion', 'contraction', 'churn'] as const

/** Recurring revenue: what it is, what moved it, and how it went. */
export function RevenueFigures({ whose }: { whose: Whose }) {
  return (
    <>
      <Now whose={whose} />
      <History whose={whose} />
      <Movements whose={whose} />
    </>
  )
}

function Now({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(mrrRateQuery(whose))
  const figures = useFigures(query.data?.currency)
  const found = query.data
  return (
    <FigureCard title={t('mrr')} formula={t('mrrFormula')} query={query}>
      {found && (
        <Tiles
          tiles={[
            { name: t('mrr'), value: figures.money(found.mrr) },
            { name: t('arr'), value: figures.money(found.arr) },
            { name: t('netNew'), value: figures.money(found.net_new) },
            { name: t('growth'), value: figures.shareOrNull(found.growth_ppm) },
            { name: t('grossChurn'), value: figures.shareOrNull(found.gross_churn_ppm) },
            { name: t('nrr'), value: figures.shareOrNull(found.nrr_ppm) },
            { name: t('payingAccounts'), value: figures.number(found.accounts_cnt) },
            { name: t('arpa'), value: found.arpa === null ? null : figures.money(found.arpa) },
          ]}
        />
      )}
    </FigureCard>
  )
}

function History({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(mrrHistoryQuery(whose))
  const figures = useFigures(query.data?.currency)
  const months = query.data?.series ?? []
  return (
    <FigureCard title={t('mrrHistory')} formula={t('mrrHistoryFormula')} query={query}>
      <LineChart
        label={t('mrrHistory')}
        labels={months.map((one) => figures.month(one.month))}
        series={[{ id: 'mrr', name: t('mrr'), values: months.map((one) => one.mrr) }]}
        format={figures.money}
        formatTick={figures.moneyShort}
        unit={100}
      />
    </FigureCard>
  )
}

function Movements({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(mrrHistoryQuery(whose))
  const figures = useFigures(query.data?.currency)
  const months = (query.data?.series ?? []).slice(-12)
  return (
    <FigureCard title={t('movements')} formula={t('movementsFormula')} query={query}>
      <BarChart
        label={t('movements')}
        labels={months.map((one) => figures.month(one.month))}
        series={movements.map((name) => ({
          id: name,
          name: t(`movement_${name}`),
          values: months.map((one) => (name === 'contraction' || name === 'churn' ? -one[name] : one[name])),
          isBefore: name === 'contraction' || name === 'churn',
        }))}
        format={figures.money}
        formatTick={figures.moneyShort}
        unit={100}
      />
    </FigureCard>
  )
}
