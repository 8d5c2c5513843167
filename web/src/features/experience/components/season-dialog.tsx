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
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { addDays, dayIn } from '@/lib/dates'
import * as rules from '@/lib/rules'
import { useSession } from '@/lib/session'
import { saveSeason, seasonsQuery } from '../api'

type Values = { name: string; weekdays: number[]; ranges: DateRange[] }

const range = z.object({ start: z.string(), end: z.string() })
const schema = z.object({
  name: rules.name(80),
  weekdays: z.array(z.number()).check(z.minLength(1, 'required')),
  ranges: z.array(range).check(z.minLength(1, 'required')),
})

/** A season, new or changed: stretches of days, and on which weekdays of them it holds. */
export function SeasonDialog({ season, onClose }: { season?: Season; onClose: () => void }) {
  const t = useTranslations('experience')
  const queries = useQueryClient()
  const today = useToday()
  const values: Values = {
    name: season?.name ?? '',
    weekdays: season?.weekdays ?? [0, 1, 2, 3, 4, 5, 6],
    ranges: season?.ranges.map(({ first, last }) => ({ start: first, end: last })) ?? [
      { start: today, end: addDays(today, 30) },
    ],
  }
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof saveSeason>>>
      title={season ? season.name : t('addSeason')}
      values={values}
      schema={schema}
      shown={['name', 'ranges', 'weekdays']}
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
    </FormDialog>
  )
}

/** The season as the server takes it; its hours stay as they are. */
function bodyOf({ name, weekdays, ranges }: Values, season?: Season): SeasonIn {
  const kept = season && {
    id: season.id,
    version: season.version,
    time_from: season.time_from,
    time_to: season.time_to,
  }
  return { ...kept, name, weekdays, ranges: ranges.map(({ start, end }) => ({ first: start, last: end })) }
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
