'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LineChart } from '@/components/charts/line-chart'
import { feeHistoryQuery, feesQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard, Tiles } from './figure-card'

const reasons = [
  'waived_by_staff',
  'paid_offline_uncollected',
  'exempt_method',
  'gateway_failed',
  'invoice_unpaid',
] as const

/** Platform fees that were due, what was earned of them, and why the rest was not. */
export function FeeFigures({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(feesQuery(whose))
  const figures = useFigures(query.data?.currency)
  const found = query.data
  return (
    <>
      <FigureCard title={t('feeCapture')} formula={t('feeFormula')} query={query}>
        {found?.not_applicable && <p className="text-soft">{t('noFees')}</p>}
        {found && !found.not_applicable && (
          <Tiles
            tiles={[
              { name: t('capture'), value: figures.shareOrNull(found.capture_ppm) },
              { name: t('takeRate'), value: figures.shareOrNull(found.take_rate_ppm) },
              { name: t('expected'), value: figures.money(found.expected) },
              { name: t('collected'), value: figures.money(found.collected) },
              ...reasons.map((reason) => ({
                name: t(`leak_${reason}`),
                value: figures.money(found.leakage[reason]),
              })),
            ]}
          />
        )}
      </FigureCard>
      {found && !found.not_applicable && <FeeHistory whose={whose} />}
    </>
  )
}

function FeeHistory({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(feeHistoryQuery(whose))
  const figures = useFigures(query.data?.currency)
  const months = query.data?.series ?? []
  return (
    <FigureCard title={t('feeHistory')} formula={t('feeHistoryFormula')} query={query}>
      <LineChart
        label={t('feeHistory')}
        labels={months.map((one) => figures.month(one.month))}
        series={[
          { id: 'collected', name: t('collected'), values: months.map((one) => one.collected) },
          { id: 'expected', name: t('expected'), values: months.map((one) => one.expected), isBefore: true },
        ]}
        format={figures.money}
        formatTick={figures.moneyShort}
        unit={100}
      />
    </FigureCard>
  )
}
