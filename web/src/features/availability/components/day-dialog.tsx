'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { ExperienceDay, ExperienceFull } from '@/api/models'
import { FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { useFormat } from '@/lib/use-format'
import { useRefreshDepartures } from '../api'
import { editDay } from '../departures-api'

const schema = z.object({
  status: z.enum(['open', 'closed']),
  capacity: z.nullable(rules.atLeast(0)),
  note: rules.text(20_000),
})

type Values = { status: 'open' | 'closed'; capacity: number | null; note: string }
type Props = { experience: ExperienceFull; day: ExperienceDay; onClose: () => void }

/** A whole day of an experience: open or closed, seats that all its departures share, a note. */
export function DayDialog({ experience, day, onClose }: Props) {
  const t = useTranslations('availability')
  const format = useFormat()
  const refresh = useRefreshDepartures()
  const values: Values = {
    status: day.status === 'open' ? 'open' : 'closed',
    capacity: day.capacity,
    note: day.note,
  }
  return (
    <FormDialog<Values, unknown>
      title={format.day(day.date)}
      values={values}
      schema={schema}
      shown={['status', 'capacity', 'note']}
      save={(now) => editDay(day.id, { ...now, note: now.note.trim(), version: day.version })}
      onSaved={() => {
        refresh(experience.id)
        onClose()
      }}
      onClose={onClose}
    >
      <FormRadio
        name="status"
        label={t('dayStatus')}
        options={(['open', 'closed'] as const).map((id) => ({ id, name: t(`day_${id}`), note: t(`dayNote_${id}`) }))}
      />
      <FormNumber
        name="capacity"
        label={t('daySeats')}
        minValue={0}
        placeholder={t('noDayCap')}
        hint={t('takenNow', { count: day.booked_pax_cnt })}
        className="max-w-60"
      />
      <FormText name="note" label={t('note')} rows={3} hint={t('noteHint')} />
    </FormDialog>
  )
}
