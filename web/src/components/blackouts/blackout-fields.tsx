'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormMultiSelect, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormText, useField } from '@/components/form-fields'
import { DateField } from '@/components/ui/date-field'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { TimeField } from '@/components/ui/time-field'
import { dayIn } from '@/lib/dates'
import { targetsQuery } from './api'
import type { BlackoutForm, BlackoutKind } from './model'
import { useZone } from './use-words'

/** Whom it is about, several at once. */
export function Targets({ kind }: { kind: BlackoutKind }) {
  const t = useTranslations('blackouts')
  const { data } = useQuery(targetsQuery(kind))
  return (
    <FormMultiSelect name="ids" label={t(`which_${kind}`)} options={data ?? []} placeholder={t(`choose_${kind}`)} />
  )
}

/** From when to when: whole days, or hours of them. */
export function Times() {
  const t = useTranslations('blackouts')
  const today = dayIn(useZone())
  const days = useField<DateRange | null>('days')
  const isAllDay = useFormContext<BlackoutForm>().watch('isAllDay')
  return (
    <div className="space-y-4">
      <DateRangeField label={t('days')} value={days.value} onChange={days.onChange} error={days.error} today={today} />
      <FormSwitch name="isAllDay">{t('allDay')}</FormSwitch>
      {!isAllDay && (
        <div className="grid gap-4 sm:grid-cols-2">
          <FormTime name="from" label={t('from')} />
          <FormTime name="until" label={t('until')} />
        </div>
      )}
    </div>
  )
}

function FormTime({ name, label }: { name: 'from' | 'until'; label: string }) {
  const { value, onChange, error } = useField<string | null>(name)
  return <TimeField label={label} value={value} onChange={onChange} error={error} />
}

/** Whether it comes again on the same wall time, and until when. */
export function Again() {
  const t = useTranslations('blackouts')
  const today = dayIn(useZone())
  const { every, days } = useFormContext<BlackoutForm>().watch()
  const last = useField<string | null>('last')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormSelect
        name="every"
        label={t('repeat')}
        options={(['never', 'day', 'week'] as const).map((id) => ({ id, name: t(`every_${id}`) }))}
      />
      {every !== 'never' && (
        <DateField
          label={t('last')}
          value={last.value}
          onChange={last.onChange}
          error={last.error}
          today={today}
          min={days?.start}
        />
      )}
    </div>
  )
}

/** Of a series: this one time only, or all that are to come. */
export function SeriesChoice({ count }: { count: number }) {
  const t = useTranslations('blackouts')
  return (
    <FormRadio
      name="series"
      label={t('series')}
      options={[
        { id: 'one', name: t('seriesOne') },
        { id: 'all', name: t('seriesAll', { count }), note: t('seriesAllNote') },
      ]}
    />
  )
}

export function ReasonField() {
  const t = useTranslations('blackouts')
  return <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />
}
