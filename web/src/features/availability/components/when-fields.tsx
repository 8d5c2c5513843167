'use client'
import { useTranslations } from 'use-intl'
import { DateField } from '@/components/ui/date-field'
import { NumberField } from '@/components/ui/number-field'
import { Card } from '@/components/ui/page-header'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { useRuleForm } from './rule-form'
import { TimesField } from './times-field'

/** What every rule says: on which days, from when until when, at what times, for how many. */
export function WhenFields() {
  const { values, change, errors, properties } = useRuleForm()
  return (
    <Card>
      <div className="space-y-6">
        <WeekdayField
          value={values.weekdays}
          weekStart={properties.week_start}
          onChange={(weekdays) => change({ weekdays })}
          error={errors.weekdays}
        />
        <Days />
        <TimesField values={values} onChange={change} errors={errors} />
        <Seats />
      </div>
    </Card>
  )
}

function Days() {
  const t = useTranslations('experiences')
  const { values, change, errors, today, isNew } = useRuleForm()
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <DateField
        label={t('from_day')}
        value={values.from}
        today={today}
        {...(isNew && { min: today })}
        onChange={(from) => change({ from })}
        error={errors.date_from}
      />
      <DateField
        label={t('to_day')}
        value={values.to}
        today={today}
        min={values.from ?? today}
        onChange={(to) => change({ to })}
        hint={t('toHint')}
        error={errors.date_to}
      />
    </div>
  )
}

function Seats() {
  const t = useTranslations('experiences')
  const { values, change, errors, experience } = useRuleForm()
  if (experience.capacity_type.slug === 'unlimited') return null
  return (
    <NumberField
      label={t('capacity')}
      value={values.capacity}
      onChange={(capacity) => change({ capacity })}
      minValue={1}
      placeholder={experience.default_capacity ? String(experience.default_capacity) : t('noLimit')}
      hint={t('capacityDefault')}
      error={errors.capacity}
      className="max-w-60"
    />
  )
}
