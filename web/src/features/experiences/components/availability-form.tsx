'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import type { AvailabilityOut, ExperienceFull, Properties } from '@/api/models'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { Notice } from '@/components/ui/notice'
import { NumberField } from '@/components/ui/number-field'
import { Card } from '@/components/ui/page-header'
import { useErrorText } from '@/components/ui/states'
import { addDays, dayIn } from '@/lib/dates'
import { useDebounced } from '@/lib/use-debounced'
import { createAvailability, experiencesQuery, previewQuery } from '../api'
import { ruleOf, type Rule, type RuleValues } from '../rule'
import { Preview } from './preview'
import { TimesField } from './times-field'
import { WeekdayField } from './weekday-field'

const threeMonths = 90

function startValues(today: string): RuleValues {
  return {
    weekdays: [0, 1, 2, 3, 4, 5, 6],
    from: today,
    to: addDays(today, threeMonths),
    mode: 'times',
    times: ['09:00'],
    first: '09:00',
    last: '17:00',
    every: 60,
    capacity: null,
  }
}

type Props = { experience: ExperienceFull; properties: Properties; onCreated: (made: AvailabilityOut) => void }

/** When an experience runs; the departures it makes are shown while typing, and made on Save. */
export function AvailabilityForm({ experience, properties, onCreated }: Props) {
  const today = dayIn(properties.time_zone)
  const [values, setValues] = useState(() => startValues(today))
  const id = String(experience.id)
  const rule = ruleOf(values)
  const asked = useDebounced(rule && JSON.stringify(rule), 350)
  const preview = useQuery(previewQuery(id, asked === null ? null : (JSON.parse(asked) as Rule)))
  const create = useCreate(id, onCreated)
  const error = create.error ?? preview.error
  const out = rule ? preview.data : undefined
  return (
    <form
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        event.preventDefault()
        if (rule) create.mutate(rule)
      }}
    >
      <RuleFields
        values={values}
        onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        experience={experience}
        weekStart={properties.week_start}
        today={today}
        errors={error instanceof ApiError ? error.fields : {}}
      />
      <div className="space-y-4 lg:sticky lg:top-6">
        <Preview
          out={out}
          isStale={preview.isFetching}
          weekStart={properties.week_start}
          today={today}
          hasRule={!!rule}
        />
        {error && <Failure error={error} />}
        <CreateButton count={out?.created_cnt} isPending={create.isPending} />
      </div>
    </form>
  )
}

type FieldsProps = {
  values: RuleValues
  onChange: (change: Partial<RuleValues>) => void
  experience: ExperienceFull
  weekStart: number
  today: string
  errors: Record<string, string[]>
}

function RuleFields({ values, onChange, experience, weekStart, today, errors }: FieldsProps) {
  const t = useTranslations('experiences')
  return (
    <Card>
      <div className="space-y-6">
        <WeekdayField value={values.weekdays} weekStart={weekStart} onChange={(weekdays) => onChange({ weekdays })} />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField
            label={t('from_day')}
            value={values.from}
            today={today}
            min={today}
            onChange={(from) => onChange({ from })}
            error={errors.date_from?.join(' ')}
          />
          <DateField
            label={t('to_day')}
            value={values.to}
            today={today}
            min={values.from ?? today}
            onChange={(to) => onChange({ to })}
            hint={t('toHint')}
            error={errors.date_to?.join(' ')}
          />
        </div>
        <TimesField values={values} onChange={onChange} />
        <CapacityField values={values} onChange={onChange} experience={experience} error={errors.capacity?.join(' ')} />
      </div>
    </Card>
  )
}

type CapacityProps = Pick<FieldsProps, 'values' | 'onChange' | 'experience'> & { error?: string }

function CapacityField({ values, onChange, experience, error }: CapacityProps) {
  const t = useTranslations('experiences')
  return (
    <NumberField
      label={t('capacity')}
      value={values.capacity}
      onChange={(capacity) => onChange({ capacity })}
      minValue={1}
      placeholder={experience.default_capacity ? String(experience.default_capacity) : t('noLimit')}
      hint={t('capacityDefault')}
      error={error}
      className="max-w-60"
    />
  )
}

function CreateButton({ count, isPending }: { count: number | undefined; isPending: boolean }) {
  const t = useTranslations('experiences')
  return (
    <Button type="submit" look="primary" size="lg" className="w-full" isDisabled={!count} isPending={isPending}>
      {t('createTimes', { count: count ?? 0 })}
    </Button>
  )
}

function Failure({ error }: { error: Error }) {
  const errorText = useErrorText()
  const fields = error instanceof ApiError ? Object.values(error.fields).flat() : []
  return <Notice tone="bad">{fields.length ? fields.join(' ') : errorText(error)}</Notice>
}

function useCreate(id: string, onCreated: Props['onCreated']) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rule: Rule) => createAvailability(id, { ...rule, dry_run: false }),
    onSuccess: (made) => {
      void queries.invalidateQueries({ queryKey: experiencesQuery.queryKey })
      void queries.invalidateQueries({ queryKey: ['manifest'] })
      onCreated(made)
    },
  })
}
