'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LineChart } from '@/components/charts/line-chart'
import { conversionQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard, Tiles } from './figure-card'

/** How many drafts of visitors became bookings. */
export function ConversionFigures({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(conversionQuery(whose))
  const figures = useFigures()
  const found = query.data
  const days = found?.series ?? []
  return (
    <FigureCard title={t('conversion')} formula={t('conversionFormula')} query={query}>
      {found && (
        <Tiles
          tiles={[
            { name: t('rate'), value: figures.shareOrNull(found.rate_ppm) },
            { name: t('rateBefore'), value: figures.shareOrNull(found.previous.rate_ppm) },
            { name: t('drafts'), value: figures.number(found.drafts) },
            { name: t('converted'), value: figures.number(found.converted) },
            { name: t('sessionRate'), value: figures.shareOrNull(found.session_rate_ppm) },
            { name: t('recovered'), value: figures.shareOrNull(found.recovered_share_ppm) },
          ]}
        />
      )}
      {found && !found.is_mature && <p className="text-sm text-soft">{t('notMature')}</p>}
      <LineChart
        label={t('conversion')}
        labels={days.map((one) => figures.day(one.date))}
        series={[{ id: 'rate', name: t('rate'), values: days.map((one) => one.rate_ppm) }]}
        format={figures.share}
      />
    </FigureCard>
  )
}
