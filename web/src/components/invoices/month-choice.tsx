'use client'
import { useTranslations } from 'use-intl'
import { DateField } from '@/components/ui/date-field'
import { DateRangeField } from '@/components/ui/date-range-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/lib/use-format'
import { directions } from './model'
import { dateTypes, daysOf, periods, type MonthChoices } from './month'
import { usePlace } from './use-words'

type Props = { choices: MonthChoices; onChange: (more: Partial<MonthChoices>) => void }

/** Who owes whom, for which days, and by when. */
export function MonthChoice({ choices, onChange }: Props) {
  const t = useTranslations('invoices')
  const { today } = usePlace()
  return (
    <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
      <RadioGroup
        label={t('direction')}
        options={directions.map((id) => ({ id, name: t(`direction_${id}`), note: t(`directionNote_${id}`) }))}
        value={choices.direction}
        onChange={(direction) => onChange({ direction, left: new Set() })}
      />
      <RadioGroup
        label={t('dateType')}
        options={dateTypes.map((id) => ({ id, name: t(`dateType_${id}`), note: t(`dateTypeNote_${id}`) }))}
        value={choices.date_type}
        onChange={(date_type) => onChange({ date_type, left: new Set() })}
      />
      <PeriodChoice choices={choices} onChange={onChange} />
      <DateField
        label={t('due')}
        hint={t('dueHint')}
        value={choices.due_date}
        today={today}
        min={today}
        onChange={(due_date) => onChange({ due_date })}
      />
    </div>
  )
}

function PeriodChoice({ choices, onChange }: Props) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { today } = usePlace()
  const { start, end } = choices.days
  return (
    <div className="space-y-3">
      <Select
        label={t('period')}
        options={periods.map((id) => ({ id, name: t(`period_${id}`) }))}
        value={choices.period}
        onChange={(period) => onChange({ period, days: daysOf(period, choices.days, today), left: new Set() })}
        hint={choices.period === 'custom' ? undefined : `${format.day(start, 'medium')} – ${format.day(end, 'medium')}`}
      />
      {choices.period === 'custom' && (
        <DateRangeField
          label={t('days')}
          value={choices.days}
          today={today}
          onChange={(days) => days && onChange({ days, left: new Set() })}
        />
      )}
    </div>
  )
}
