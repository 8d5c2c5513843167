'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useLocale, useTranslations } from 'use-intl'
import type { StageFigure } from '@/api/platform-models'
import { SimpleTable } from '@/components/ui/simple-table'
import { href } from '@/routes'
import { onboardingQuery, type Whose } from '../api'
import { useFigures } from '../use-figures'
import { FigureCard, Tiles } from './figure-card'

/** Where operators are on their way to the first booking; each stage leads to who is in it. */
export function OnboardingFigures({ whose }: { whose: Whose }) {
  const t = useTranslations('kpis')
  const query = useQuery(onboardingQuery(whose))
  const figures = useFigures()
  const found = query.data
  return (
    <FigureCard title={t('onboarding')} formula={t('onboardingFormula')} query={query}>
      {found && (
        <>
          <Tiles
            tiles={[
              { name: t('liveIn90'), value: figures.shareOrNull(found.conversion_to_live_90d_ppm) },
              {
                name: t('daysToLive'),
                value: found.median_days_to_live === null ? null : figures.number(found.median_days_to_live),
              },
            ]}
          />
          <Funnel stages={found.stages} />
          <StageTable stages={found.stages} />
        </>
      )}
    </FigureCard>
  )
}

function Funnel({ stages }: { stages: StageFigure[] }) {
  const t = useTranslations('kpis')
  const figures = useFigures()
  const most = Math.max(1, ...stages.map((one) => one.cnt))
  return (
    <ol aria-label={t('onboarding')} className="space-y-1.5">
      {stages.map((one) => (
        <li key={one.stage} className="grid grid-cols-[minmax(0,9rem)_minmax(0,1fr)_3rem] items-center gap-3 text-sm">
          <StageLink stage={one.stage} />
          <span aria-hidden className="flex h-6 overflow-hidden rounded-sm bg-sunken">
            <span className="bg-accent" style={{ width: `${(100 * (one.cnt - one.stalled_cnt)) / most}%` }} />
            <span className="bg-warn-fill" style={{ width: `${(100 * one.stalled_cnt) / most}%` }} />
          </span>
          <span className="text-end tabular-nums">{figures.number(one.cnt)}</span>
        </li>
      ))}
    </ol>
  )
}

function StageLink({ stage }: { stage: string }) {
  const t = useTranslations('operators')
  const locale = useLocale()
  return (
    <Link
      href={`${href('platformOperators', {}, locale)}?stage=${stage}`}
      className="truncate rounded-sm text-accent hover:underline pointer-coarse:py-2.5"
    >
      {t(`stage_${stage as 'live'}`)}
    </Link>
  )
}

const counts = ['cnt', 'stalled_cnt', 'entered_30d', 'advanced_30d', 'drop_30d'] as const
const days = ['median_days_in_stage', 'p90_days'] as const

function StageTable({ stages }: { stages: StageFigure[] }) {
  const t = useTranslations('kpis')
  const names = useTranslations('operators')
  const figures = useFigures()
  const columns = [
    { id: 'stage', name: t('stage'), isRowHeader: true },
    ...(['cnt', ...days, ...counts.slice(1)] as const).map((id) => ({
      id,
      name: t(`stage_${id}`),
      align: 'end' as const,
    })),
  ]
  const cell = (row: StageFigure, column: string) => {
    if (column === 'stage') return names(`stage_${row.stage as 'live'}`)
    const value = row[column as (typeof counts)[number] | (typeof days)[number]]
    return value === null ? '–' : figures.number(value)
  }
  const table = { columns, rows: stages, rowKey: (row: StageFigure) => row.stage, cell }
  return <SimpleTable label={t('onboarding')} {...table} phone={(row) => <PhoneStage row={row} />} />
}

function PhoneStage({ row }: { row: StageFigure }) {
  const t = useTranslations('kpis')
  const names = useTranslations('operators')
  const { number } = useFigures()
  const told = [...counts, ...days].map((id) => `${t(`stage_${id}`)}: ${row[id] === null ? '–' : number(row[id])}`)
  return (
    <span className="flex min-w-0 flex-col gap-1 py-1 text-sm">
      <span className="font-medium">{names(`stage_${row.stage as 'live'}`)}</span>
      <span className="text-soft text-pretty">{told.join(' · ')}</span>
    </span>
  )
}
