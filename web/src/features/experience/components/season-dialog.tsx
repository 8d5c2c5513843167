'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Season, SeasonIn } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { DateRangeField, type DateRange } from '@/components/ui/date-range-field'
import { TimeField } from '@/components/ui/time-field'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { addDays, dayIn } from '@/lib/dates'
import * as rules from '@/lib/rules'
import { useSession } from '@/lib/session'
import { saveSeason, seasonsQuery } from '../rates-api'

type Values = {
  name: string
  weekdays: number[]
  ranges: DateRange[]
  time_from: string | null
  time_to: string | null
}

const range = z.object({ start: z.string(), end: z.string() })
const schema = z
  .object({
    name: rules.name(80),
    weekdays: z.array(z.number()).check(z.minLength(1, 'required')),
    ranges: z.array(range).check(z.minLength(1, 'required')),
    time_from: z.nullable(z.string()),
    time_to: z.nullable(z.string()),
  })
  .check(rules.inOrder('time_from', 'time_to'))

/** A season, new or changed: stretches of days, and on which weekdays of them it holds. */
export function SeasonDialog({ season, onClose }: { season?: Season; onClose: () => void }) {
  const t = useTranslations('experience')
  const queries = useQueryClient()
  const today = useToday()
  const values: Values = {
    name: season?.name ?? '',
    weekdays: season?.weekdays ?? [0, 1, 2, 3, 4, 5, 6],
    time_from: season?.time_from?.slice(0, 5) ?? null,
    time_to: season?.time_to?.slice(0, 5) ?? null,
    ranges: season?.ranges.map(({ first, last }) => ({ start: first, end: last })) ?? [
      { start: today, end: addDays(today, 30) },
    ],
  }
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof saveSeason>>>
      title={season ? season.name : t('addSeason')}
      values={values}
      schema={schema}
      shown={['name', 'ranges', 'weekdays', 'time_from', 'time_to']}
      save={(values) => saveSeason(bodyOf(values, season))}
      onSaved={() => {
        void queries.invalidateQueries({ queryKey: seasonsQuery.queryKey })
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('seasonName')} placeholder={t('seasonNameExample')} autoFocus={!season} />
      <Ranges today={today} />
      <Weekdays />
      <div className="grid grid-cols-2 gap-4">
        <Time name="time_from" label={t('timeFrom')} />
        <Time name="time_to" label={t('timeTo')} />
      </div>
    </FormDialog>
  )
}

/** The season as the server takes it. */
function bodyOf({ ranges, ...values }: Values, season?: Season): SeasonIn {
  const kept = season && { id: season.id, version: season.version }
  return { ...kept, ...values, ranges: ranges.map(({ start, end }) => ({ first: start, last: end })) }
}

function Time({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<string | null>(name)
  return <TimeField label={label} value={value} onChange={onChange} error={error} />
}

function Ranges({ today }: { today: string }) {
  const t = useTranslations('experience')
  const { control, watch, setValue } = useFormContext<Values>()
  const { fields, append, remove } = useFieldArray({ control, name: 'ranges' })
  const { error } = useField('ranges')
  const rows = watch('ranges')
  return (
    <div className="space-y-3">
      {fields.map((field, index) => (
        <div key={field.id} className="flex items-end gap-2">
          <div className="min-w-0 grow">
            <DateRangeField
              label={t('rangeN', { n: index + 1 })}
              value={rows[index] ?? null}
              onChange={(next) => next && setValue(`ranges.${index}`, next, { shouldDirty: true })}
              today={today}
            />
          </div>
          <IconButton label={t('removeRange', { n: index + 1 })} onPress={() => remove(index)}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      ))}
      {error && <p className="text-sm text-bad">{error}</p>}
      <Button size="sm" onPress={() => append({ start: today, end: addDays(today, 30) })}>
        <Plus aria-hidden className="size-4" />
        {t('addRange')}
      </Button>
    </div>
  )
}

function Weekdays() {
  const { value, onChange, error } = useField<number[]>('weekdays')
  const weekStart = useSession()?.properties.week_start ?? 1
  return (
    <div>
      <WeekdayField value={value} weekStart={weekStart} onChange={onChange} />
      {error && <p className="mt-1.5 text-sm text-bad">{error}</p>}
    </div>
  )
}

const useToday = () => dayIn(useSession()?.properties.time_zone ?? 'UTC')
