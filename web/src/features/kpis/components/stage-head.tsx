'use client'
import { useTranslations } from 'use-intl'
import type { DealStage, DealsByStage } from '@/api/platform-models'
import { useFigures } from '../use-figures'

/** A column's name, how many deals are in it, and what they come to when each is as likely as said. */
export function StageHead({ stage, totals }: { stage: DealStage; totals?: DealsByStage }) {
  const t = useTranslations('kpis')
  const figures = useFigures(totals?.currency)
  const sums = totals?.stages.find((one) => one.stage === stage)
  return (
    <header className="px-1.5 pt-1 pb-2.5">
      <h2 className="flex items-baseline justify-between gap-2 font-semibold">
        {t(`stage_${stage}`)}
        <span className="text-sm font-normal text-soft tabular-nums">{sums ? figures.number(sums.cnt) : '–'}</span>
      </h2>
      {sums && (
        <p className="text-sm text-soft tabular-nums">
          {t('weighted', { amount: figures.money(sums.amount), weighted: figures.money(sums.weighted_amount) })}
        </p>
      )}
    </header>
  )
}
