'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { BarChart } from '@/components/charts/bar-chart'
import { LineChart } from '@/components/charts/line-chart'
import { volumeQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard } from './figure-card'

/** What operators booked and what ran through gateways, month by month. */
export function VolumeFigures({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(volumeQuery(whose))
  const figures = useFigures(query.data?.currency)
  const months = query.data?.series ?? []
  const labels = months.map((one) => figures.month(one.month))
  const money = { format: figures.money, formatTick: figures.moneyShort, unit: 100, labels }
  return (
    <>
      <FigureCard title={t('volume')} formula={t('volumeFormula')} query={query}>
        <LineChart
          {...money}
          label={t('volume')}
          series={[
            { id: 'net', name: t('netBooked'), values: months.map((one) => one.net_booked) },
            { id: 'processed', name: t('processed'), values: months.map((one) => one.processed), isBefore: true },
          ]}
        />
      </FigureCard>
      <FigureCard title={t('bySeller')} formula={t('bySellerFormula')} query={query}>
        <BarChart
          {...money}
          label={t('bySeller')}
          series={(['booked_online', 'booked_staff', 'booked_partner'] as const).map((id) => ({
            id,
            name: t(id),
            values: months.map((one) => one[id]),
          }))}
        />
      </FigureCard>
      <Trips whose={whose} />
    </>
  )
}

function Trips({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(volumeQuery(whose))
  const figures = useFigures()
  const months = query.data?.series ?? []
  const labels = months.map((one) => figures.month(one.month))
  return (
    <FigureCard title={t('trips')} formula={t('tripsFormula')} query={query}>
      <BarChart
        label={t('trips')}
        labels={labels}
        series={(['trips_cnt', 'pax_cnt', 'active_accounts_cnt'] as const).map((id) => ({
          id,
          name: t(id),
          values: months.map((one) => one[id]),
        }))}
        format={figures.number}
      />
    </FigureCard>
  )
}
