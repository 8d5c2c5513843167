'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { LineChart } from '@/components/charts/line-chart'
import { BarChart } from '@/components/charts/bar-chart'
import { cardHistoryQuery, cardsQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard, Tiles } from './figure-card'

/** How much of guests' money runs through the card gateway. */
export function CardFigures({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(cardsQuery(whose))
  const figures = useFigures(query.data?.currency)
  const found = query.data
  return (
    <>
      <FigureCard title={t('cardUsage')} formula={t('cardFormula')} query={query}>
        {found && (
          <>
            <Tiles
              tiles={[
                { name: t('usage'), value: figures.shareOrNull(found.usage_ppm) },
                { name: t('usageCnt'), value: figures.shareOrNull(found.usage_cnt_ppm) },
                { name: t('card_online'), value: figures.money(found.card_online) },
                { name: t('card_present'), value: figures.money(found.card_present) },
                { name: t('card_moto'), value: figures.money(found.card_moto) },
                { name: t('non_card'), value: figures.money(found.non_card) },
              ]}
            />
            {found.apart.accounts_cnt > 0 && (
              <p className="text-sm text-soft">
                {t('apart', { count: found.apart.accounts_cnt, least: figures.money(found.apart.least_base) })}
              </p>
            )}
          </>
        )}
      </FigureCard>
      <CardHistory whose={whose} />
    </>
  )
}

function CardHistory({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(cardHistoryQuery(whose))
  const figures = useFigures(query.data?.currency)
  const months = query.data?.series ?? []
  const labels = months.map((one) => figures.month(one.month))
  return (
    <>
      <FigureCard title={t('cardHistory')} formula={t('cardHistoryFormula')} query={query}>
        <LineChart
          label={t('cardHistory')}
          labels={labels}
          series={[{ id: 'usage', name: t('usage'), values: months.map((one) => one.usage_ppm) }]}
          format={figures.share}
        />
        <BarChart
          label={t('cardWays')}
          labels={labels}
          series={(['card_online', 'card_present', 'card_moto'] as const).map((id) => ({
            id,
            name: t(id),
            values: months.map((one) => one[id]),
          }))}
          format={figures.money}
          formatTick={figures.moneyShort}
          unit={100}
        />
      </FigureCard>
    </>
  )
}
