'use client'
import { useTranslations } from 'use-intl'
import { DateRangeField } from '@/components/ui/date-range-field'
import { Select } from '@/components/ui/select'
import { dateFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { isFiscal, presets, type Days } from '../periods'
import { presetOf, type ReportState } from '../state'
import type { Change } from '../use-report-state'

type Props = { state: ReportState; change: Change; days: Days; today: string }

/** Which days: a span that moves with the calendar, or days of one's own. */
export function PeriodField({ state, change, days, today }: Props) {
  const t = useTranslations('reports')
  const preset = presetOf(state.period)
  const options = [
    ...presets.map((id) => ({ id, name: t(`period_${id}`) })),
    { id: 'custom' as const, name: t('period_custom') },
  ]
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={t('period')}
        options={options}
        value={preset ?? 'custom'}
        onChange={(id) => change({ period: id === 'custom' ? days : { preset: id } })}
      />
      {preset === null ? (
        <DateRangeField
          label={t('days')}
          isLabelHidden
          today={today}
          value={{ start: days.from, end: days.to }}
          onChange={(range) => range && change({ period: { from: range.start, to: range.end } })}
        />
      ) : (
        <Shown days={days} />
      )}
      {isFiscal(preset) && <Begins state={state} change={change} />}
    </div>
  )
}

function Shown({ days }: { days: Days }) {
  const format = useFormat()
  return (
    <p className="text-sm text-faint">
      {days.from === days.to
        ? format.day(days.from, 'medium')
        : `${format.day(days.from, 'medium')} – ${format.day(days.to, 'medium')}`}
    </p>
  )
}

function Begins({ state, change }: Pick<Props, 'state' | 'change'>) {
  const t = useTranslations('reports')
  const { locale } = useFormat()
  const month = dateFormat(locale, { month: 'long', timeZone: 'UTC' })
  const options = Array.from({ length: 12 }, (_, index) => ({
    id: index + 1,
    name: month.format(new Date(Date.UTC(2001, index, 1))),
  }))
  return (
    <Select
      label={t('fiscalBegins')}
      value={state.begins}
      onChange={(begins) => change({ begins })}
      options={options}
    />
  )
}
