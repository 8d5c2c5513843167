'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { AvailabilityOut } from '@/api/models'
import { cx } from '@/components/ui/cx'
import { Card } from '@/components/ui/page-header'
import { useFormat } from '@/lib/use-format'
import { fatesByDay, runs, startsOf, sumFates } from '../fates'
import { useDayText } from '../use-rule-words'
import { Consequences } from './consequences'
import { FateCounts } from './fate-counts'
import { fateLook } from './fate-look'
import { FatesMonth } from './fates-month'
import { useRuleForm } from './rule-form'

type Props = { out: AvailabilityOut | undefined; isStale: boolean; hasRule: boolean }

/** What becomes of a rule's departures when it is saved: how many, on which days, and what stands in the way. */
export function RulePreview({ out, isStale, hasRule }: Props) {
  const { values, experience, properties, today } = useRuleForm()
  const t = useTranslations('experiences')
  const days = useMemo(() => fatesByDay(out?.days ?? []), [out])
  const sum = useMemo(() => sumFates(days.values()), [days])
  const first = out?.days[0]?.date
  return (
    <Card title={t('preview')}>
      <div aria-busy={isStale} className={cx('space-y-3 transition-opacity', isStale && 'opacity-60')}>
        <div role="status">
          {!hasRule && <p className="text-sm text-soft">{t('previewNeeds')}</p>}
          {hasRule && out && <Sums out={out} count={runs(sum)} />}
          {hasRule && out && <FateCounts sum={sum} />}
        </div>
        <FatesMonth
          key={first ?? today}
          start={(first ?? today).slice(0, 7)}
          days={days}
          weekStart={properties.week_start}
          detail={(day) => <Starts out={out} day={day} />}
        />
        {out && <Consequences out={out} capacity={values.capacity ?? experience.default_capacity} />}
      </div>
    </Card>
  )
}

function Sums({ out, count }: { out: AvailabilityOut; count: number }) {
  const t = useTranslations('experiences')
  const day = useDayText()
  const [first, last] = [out.days[0]?.date, out.days.at(-1)?.date]
  return (
    <p className="text-sm text-soft">
      <strong className="text-ink tabular-nums">{t('willMake', { count })}</strong>
      {first && last && ` · ${t('span', { from: day(first), to: day(last) })}`}
    </p>
  )
}

function Starts({ out, day }: { out: AvailabilityOut | undefined; day: string }) {
  const t = useTranslations('availability')
  const format = useFormat()
  const own = out?.days.find((one) => one.date === day)
  if (!own) return null
  return (
    <>
      <p className="font-medium text-ink">{format.day(day)}</p>
      <ul className="mt-1 flex flex-wrap gap-1.5 tabular-nums">
        {startsOf(own).map(({ time, fate }) => (
          <li key={time + fate} className={cx('rounded px-1.5 py-0.5', fateLook[fate])}>
            {format.time(time)} <span className="text-xs">{t(`fateOne_${fate}`)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
