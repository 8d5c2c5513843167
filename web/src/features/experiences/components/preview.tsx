'use client'
import { TriangleAlert } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityOut } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { byDay } from '../rule'
import { PreviewMonth } from './preview-month'

type Props = {
  out: AvailabilityOut | undefined
  isStale: boolean
  hasRule: boolean
  weekStart: number
  today: string
}

/** The departures that the form would make: how many, on which days, and what stands in their way. */
export function Preview({ out, isStale, hasRule, weekStart, today }: Props) {
  const t = useTranslations('experiences')
  const format = useFormat()
  const days = useMemo(() => byDay(out?.timeslots ?? []), [out])
  const first = out?.timeslots[0]?.date
  const last = out?.timeslots.at(-1)?.date
  return (
    <Card title={t('preview')}>
      <div aria-busy={isStale} className={cx('space-y-3 transition-opacity', isStale && 'opacity-60')}>
        <p role="status" className="text-sm text-soft">
          {!hasRule && t('previewNeeds')}
          {hasRule && out && (
            <>
              <strong className="text-ink tabular-nums">{t('willMake', { count: out.created_cnt })}</strong>
              {first && last && ` · ${t('span', { from: format.day(first, 'short'), to: format.day(last, 'short') })}`}
            </>
          )}
        </p>
        <PreviewMonth key={first ?? today} start={(first ?? today).slice(0, 7)} days={days} weekStart={weekStart} />
        {!!out?.conflicts.length && <Conflicts conflicts={out.conflicts} />}
      </div>
    </Card>
  )
}

function Conflicts({ conflicts }: Pick<AvailabilityOut, 'conflicts'>) {
  const t = useTranslations('experiences')
  const format = useFormat()
  const shown = conflicts.slice(0, 4)
  return (
    <div className="rounded-md bg-warn-wash px-3 py-2 text-sm text-warn">
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert aria-hidden className="size-4" />
        {t('conflicts', { count: conflicts.length })}
      </p>
      <ul className="mt-1 tabular-nums">
        {shown.map(({ date, start_time }) => (
          <li key={`${date} ${start_time}`}>
            {format.day(date, 'short')}, {format.time(start_time)}
          </li>
        ))}
        {conflicts.length > shown.length && <li>{t('andMore', { count: conflicts.length - shown.length })}</li>}
      </ul>
    </div>
  )
}
