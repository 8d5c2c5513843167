'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Form } from 'react-aria-components'
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
  const t = useTranslations('experiences')
  const today = dayIn(properties.time_zone)
  const [values, setValues] = useState(() => startValues(today))
  const set = (change: Partial<RuleValues>) => setValues((before) => ({ ...before, ...change }))
  const id = String(experience.id)
  const rule = ruleOf(values)
  const asked = useDebounced(rule && JSON.stringify(rule), 350)
  const preview = useQuery(previewQuery(id, asked === null ? null : (JSON.parse(asked) as Rule)))
  const create = useCreate(id, onCreated)
  const error = create.error ?? preview.error
  const fields = error instanceof ApiError ? error.fields : {}

  return (
    <Form
      className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]"
      onSubmit={(event) => {
        event.preventDefault()
        if (rule) create.mutate(rule)
      }}
    >
      <Card>
        <div className="space-y-6">
          <WeekdayField
            value={values.weekdays}
            weekStart={properties.week_start}
            onChange={(weekdays) => set({ weekdays })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <DateField
              label={t('from_day')}
              value={values.from}
              today={today}
              min={today}
              onChange={(from) => set({ from })}
              error={fields.date_from?.join(' ')}
            />
            <DateField
              label={t('to_day')}
              value={values.to}
              today={today}
              min={values.from ?? today}
              onChange={(to) => set({ to })}
              hint={t('toHint')}
              error={fields.date_to?.join(' ')}
            />
          </div>
          <TimesField values={values} onChange={set} />
          <NumberField
            label={t('capacity')}
            value={values.capacity}
            onChange={(capacity) => set({ capacity })}
            minValue={1}
            placeholder={experience.default_capacity ? String(experience.default_capacity) : t('noLimit')}
            hint={t('capacityDefault')}
            error={fields.capacity?.join(' ')}
            className="max-w-60"
          />
        </div>
      </Card>
      <div className="space-y-4 lg:sticky lg:top-6">
        <Preview
          out={rule ? preview.data : undefined}
          isStale={preview.isFetching}
          weekStart={properties.week_start}
          today={today}
          hasRule={!!rule}
        />
        {error && <Failure error={error} />}
        <Button
          type="submit"
          look="primary"
          size="lg"
          className="w-full"
          isDisabled={!rule || preview.data?.created_cnt === 0}
          isPending={create.isPending}
        >
          {t('createTimes', { count: preview.data && rule ? preview.data.created_cnt : 0 })}
        </Button>
      </div>
    </Form>
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
