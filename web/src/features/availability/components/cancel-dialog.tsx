'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import type { Departure, ExperienceDay, ExperienceFull } from '@/api/models'
import { FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import { Notice } from '@/components/ui/notice'
import * as rules from '@/lib/rules'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useRefreshDepartures } from '../api'
import { cancelDay, cancelDeparture } from '../departures-api'

const schema = z.object({ reason: rules.name(200), isOnlyEmpty: z.boolean() })
type Values = { reason: string; isOnlyEmpty: boolean }

type Props = { experience: ExperienceFull; onClose: () => void } & (
  { slot: Departure; day?: undefined } | { day: ExperienceDay; slot?: undefined }
)

/** Asks why departures do not take place; those with guests are refused, or left when only empty ones are meant. */
export function CancelDialog({ experience, slot, day, onClose }: Props) {
  const t = useTranslations('availability')
  const format = useFormat()
  const refresh = useRefreshDepartures()
  const booked = slot?.booked_pax_cnt ?? day?.booked_pax_cnt ?? 0
  const when = slot
    ? `${format.day(slot.date, 'short')}, ${format.time(slot.start_time)}`
    : format.day(day?.date ?? '', 'short')
  return (
    <FormDialog<Values, Awaited<ReturnType<typeof cancelDay>>>
      title={t('cancelTitle', { when })}
      deed={t(slot ? 'cancelSlot' : 'cancelDay')}
      values={{ reason: '', isOnlyEmpty: booked > 0 && !!day }}
      schema={schema}
      shown={['reason']}
      save={({ reason, isOnlyEmpty }) =>
        slot ? cancelDeparture(slot.id, reason) : cancelDay(day?.id ?? 0, reason, isOnlyEmpty)
      }
      onSaved={(done) => {
        refresh(experience.id)
        toast.success(t('cancelled', { count: done.timeslot_ids.length }))
        onClose()
      }}
      onClose={onClose}
    >
      {booked > 0 && <Notice tone="warn">{t('guestsBooked', { count: booked })}</Notice>}
      <FormText name="reason" label={t('reason')} placeholder={t('reasonExample')} autoFocus />
      {day && <FormSwitch name="isOnlyEmpty">{t('onlyEmpty')}</FormSwitch>}
    </FormDialog>
  )
}
