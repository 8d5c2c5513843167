'use client'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Departure, ExperienceFull } from '@/api/models'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { guestName } from '@/features/experience/guest-name'
import * as rules from '@/lib/rules'
import { useFormat } from '@/lib/use-format'
import { useRefreshDepartures } from '../api'
import { departureForm, type DepartureForm } from '../departures'
import { saveDeparture } from '../departures-api'
import { ChannelSeats } from './channel-seats'

const seats = z.nullable(rules.atLeast(0))
const map = z.record(z.string(), seats)
const schema = z.object({
  capacity: seats,
  online_allotment: seats,
  byType: map,
  channels: map,
  note: rules.text(20_000),
})

type Props = { experience: ExperienceFull; slot: Departure; onClose: () => void }

/** The seats of one departure and a note about it; its rule leaves the seats alone from then on. */
export function DepartureDialog({ experience, slot, onClose }: Props) {
  const t = useTranslations('availability')
  const format = useFormat()
  const refresh = useRefreshDepartures()
  return (
    <FormDialog<DepartureForm, Departure>
      title={`${format.day(slot.date, 'short')}, ${format.time(slot.start_time)}`}
      values={departureForm(slot)}
      schema={schema}
      shown={['capacity', 'online_allotment', 'note']}
      save={(form) => saveDeparture(slot, form)}
      onSaved={() => {
        refresh(experience.id)
        onClose()
      }}
      onClose={onClose}
    >
      <Fields experience={experience} slot={slot} />
      <FormText name="note" label={t('note')} rows={3} hint={t('noteHint')} />
      <p className="text-sm text-pretty text-faint">{t('ownSeatsText')}</p>
    </FormDialog>
  )
}

function Fields({ experience, slot }: Omit<Props, 'onClose'>) {
  const t = useTranslations('availability')
  const tx = useTranslations('experiences')
  const { setValue } = useFormContext<DepartureForm>()
  const channels = useField<DepartureForm['channels']>('channels')
  const taken = (slot.booked_pax_cnt ?? 0) + (slot.held_pax_cnt ?? 0)
  const kinds = experience.customerTypes.filter((kind) => kind.is_consume_capacity)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {experience.capacity_type.slug !== 'unlimited' && (
          <FormNumber
            name="capacity"
            label={tx('capacity')}
            minValue={0}
            placeholder={t('asExperience')}
            hint={t('takenNow', { count: taken })}
          />
        )}
        <FormNumber name="online_allotment" label={t('online')} minValue={0} placeholder={t('allSeats')} />
      </div>
      {experience.capacity_type.slug === 'timeslot_customer_type' && (
        <div className="grid gap-4 sm:grid-cols-3">
          {kinds.map((kind) => (
            <FormNumber key={kind.id} name={`byType.${kind.id}`} label={guestName(kind)} minValue={0} />
          ))}
        </div>
      )}
      <ChannelSeats
        values={channels.value}
        onChange={(all) => setValue('channels', all, { shouldDirty: true })}
        {...(channels.error && { error: channels.error })}
      />
    </>
  )
}
