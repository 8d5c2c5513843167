'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Allotment, AllotmentIn } from '@/api/models'
import { FormChecks, FormSelect, FormTags } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { useErrorText } from '@/components/ui/states'
import { dayIn } from '@/lib/dates'
import { dateFormat } from '@/lib/intl'
import * as rules from '@/lib/rules'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { allotmentsQuery, deleteAllotment, experiencesQuery, saveAllotment } from '../api'
import { daysOf, maskOf } from '../model'

const schema = z
  .looseObject({ guaranteed: rules.atLeast(0) })
  .check(rules.inOrder('date_from', 'date_to'), rules.inOrder('guaranteed', 'most'))
const shown = ['experience_id', 'date_from', 'date_to', 'weekdays', 'start_times', 'guaranteed', 'most', 'hours']

type Values = {
  experience_id: string
  date_from: string | null
  date_to: string | null
  weekdays: string[]
  start_times: string[]
  guaranteed: number | null
  most: number | null
  hours: number | null
}
type Props = { connectionId: number; allotment: Allotment | null; onClose: () => void }

/** Seats of departures that are kept for the channel, and how many are the most. */
export function AllotmentDialog({ connectionId, allotment, onClose }: Props) {
  const t = useTranslations('channels')
  const queries = useQueryClient()
  const onDone = () => {
    void queries.invalidateQueries({ queryKey: allotmentsQuery(connectionId).queryKey })
    toast.success(t('saved'))
    onClose()
  }
  return (
    <FormDialog<Values, unknown>
      title={t('allot')}
      values={valuesOf(allotment)}
      schema={schema}
      shown={shown}
      save={(values) => saveAllotment(bodyOf(values, connectionId, allotment))}
      onSaved={onDone}
      onClose={onClose}
    >
      <Which />
      <div className="grid gap-4 sm:grid-cols-3">
        <FormNumber name="guaranteed" label={t('guaranteed')} />
        <FormNumber name="most" label={t('most')} hint={t('mostHint')} />
        <FormNumber name="hours" label={t('releaseHours')} hint={t('releaseHint')} />
      </div>
      {allotment && <Remove allotment={allotment} onDone={onDone} />}
    </FormDialog>
  )
}

function Which() {
  const t = useTranslations('channels')
  const { locale } = useFormat()
  const { data } = useQuery(experiencesQuery)
  const experiences = (data ?? []).map(({ id, name }) => ({ id: String(id), name }))
  // 4 January 2026 is a Sunday, the first day as the server counts.
  const days = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
    id: String(day),
    name: dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(Date.UTC(2026, 0, 4 + day))),
  }))
  return (
    <>
      <FormSelect
        name="experience_id"
        label={t('experience')}
        options={[{ id: '', name: t('allExperiences') }, ...experiences]}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <FormDay name="date_from" label={t('dateFrom')} />
        <FormDay name="date_to" label={t('dateTo')} />
      </div>
      <FormChecks name="weekdays" label={t('weekdays')} options={days} />
      <FormTags name="start_times" label={t('startTimes')} hint={t('startTimesHint')} />
    </>
  )
}

function FormDay({ name, label }: { name: string; label: string }) {
  const zone = useSession()?.account.time_zone ?? 'UTC'
  const { value, onChange, error } = useField<string | null>(name)
  return <DateField label={label} value={value} onChange={onChange} error={error} today={dayIn(zone)} />
}

function Remove({ allotment, onDone }: { allotment: Allotment; onDone: () => void }) {
  const common = useTranslations('common')
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => deleteAllotment(allotment.id),
    onSuccess: onDone,
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <Button look="danger" onPress={() => remove.mutate()} isPending={remove.isPending}>
      {common('remove')}
    </Button>
  )
}

const valuesOf = (allotment: Allotment | null): Values => ({
  experience_id: allotment?.experience_id ? String(allotment.experience_id) : '',
  date_from: allotment?.date_from ?? null,
  date_to: allotment?.date_to ?? null,
  weekdays: daysOf(allotment?.weekdays ?? 127),
  start_times: allotment?.start_times.map((time) => time.slice(0, 5)) ?? [],
  guaranteed: allotment?.guaranteed ?? 0,
  most: allotment?.most ?? null,
  hours: (allotment?.release_minutes ?? 0) / 60,
})

const bodyOf = ({ experience_id, weekdays, hours, ...rest }: Values, connectionId: number, known: Allotment | null) =>
  ({
    ...rest,
    guaranteed: rest.guaranteed ?? 0,
    connection_id: connectionId,
    experience_id: experience_id ? Number(experience_id) : null,
    weekdays: maskOf(weekdays),
    release_minutes: Math.round((hours ?? 0) * 60),
    ...(known && { id: known.id }),
  }) as AllotmentIn
