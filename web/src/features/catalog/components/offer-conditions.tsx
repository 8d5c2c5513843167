'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormMultiSelect } from '@/components/form-choices'
import { FormNumber, useField } from '@/components/form-fields'
import { Button, IconButton } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { channels } from '@/features/experience/rates'
import { useChannelName } from '@/features/experience/components/use-channel-name'
import { guestTypesQuery, experiencesQuery } from '@/features/experiences/api'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { OfferSection, Pair } from './offer-section'

const useToday = () => dayIn(useSession()?.properties.time_zone ?? 'UTC')

/** When one has to book, and when to travel. */
export function When() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  return (
    <OfferSection title={t('offerWhen')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Day name="book_from" label={te('validFrom')} />
        <Day name="book_to" label={te('validTo')} />
        <Day name="travel_from" label={t('offerTravelFrom')} />
        <Day name="travel_to" label={t('offerTravelTo')} />
      </div>
      <Weekdays />
      <Blackout />
      <Pair>
        <FormNumber name="advance_min_days" label={te('advanceFrom')} minValue={0} />
        <FormNumber name="advance_max_days" label={te('advanceTo')} minValue={0} />
      </Pair>
    </OfferSection>
  )
}

function Day({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<string | null>(name)
  return <DateField label={label} value={value} onChange={onChange} today={useToday()} error={error} />
}

function Weekdays() {
  const t = useTranslations('catalog')
  const { value, onChange, error } = useField<number[]>('weekdays')
  const weekStart = useSession()?.properties.week_start ?? 1
  return (
    <div className="space-y-1.5">
      <WeekdayField label={t('offerWeekdays')} {...{ value, weekStart, onChange, error }} />
      <p className="text-sm text-soft">{t('offerWeekdaysHint')}</p>
    </div>
  )
}

/** Single days on which the code is not worth anything. */
function Blackout() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const format = useFormat()
  const { value, onChange, error } = useField<string[]>('blackout_dates')
  const [day, setDay] = useState<string | null>(null)
  const add = () => {
    if (day) onChange([...new Set([...value, day])].toSorted())
    setDay(null)
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-48 grow sm:max-w-60">
          <DateField label={t('offerBlackout')} value={day} onChange={setDay} today={useToday()} />
        </div>
        <Button onPress={add} isDisabled={!day} className="min-h-11">
          <Plus aria-hidden className="size-4" />
          {t('offerBlackoutAdd')}
        </Button>
      </div>
      {error && <p className="text-sm text-bad">{error}</p>}
      {value.length > 0 && (
        <ul aria-label={t('offerBlackout')} className="flex flex-wrap gap-2">
          {value.map((one) => (
            <li key={one} className="flex items-center rounded-md bg-sunken ps-3 text-sm">
              {format.day(one, 'medium')}
              <IconButton
                label={te('archiveNamed', { name: format.day(one, 'medium') })}
                onPress={() => onChange(value.filter((other) => other !== one))}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What it is for, who may have it, and where it is sold. */
export function Who() {
  const t = useTranslations('catalog')
  const te = useTranslations('experience')
  const channelName = useChannelName()
  const { value: chosen } = useField<number[]>('experience_ids')
  const experiences = useQuery(experiencesQuery).data ?? []
  const guests = useQuery(guestTypesQuery).data ?? []
  const offered = experiences.filter(({ id, status }) => status.slug !== 'archived' || chosen.includes(id))
  return (
    <OfferSection title={t('offerWho')}>
      <FormMultiSelect
        name="experience_ids"
        label={t('offerExperiences')}
        options={offered.map(({ id, name }) => ({ id, name }))}
        placeholder={t('offerAllExperiences')}
      />
      <FormMultiSelect
        name="customer_type_ids"
        label={t('list_guests')}
        options={guests.map(({ id, name }) => ({ id, name }))}
        placeholder={t('offerAllGuests')}
      />
      <FormMultiSelect
        name="methods"
        label={te('channels')}
        options={channels.map((id) => ({ id, name: channelName(id) }))}
        placeholder={te('anyChannel')}
      />
    </OfferSection>
  )
}
