'use client'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { FormMultiSelect, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormNumber, FormText, useField } from '@/components/form-fields'
import { DateField } from '@/components/ui/date-field'
import { TimeField } from '@/components/ui/time-field'
import { WeekdayField } from '@/features/experiences/components/weekday-field'
import { dayIn } from '@/lib/dates'
import { useSession } from '@/lib/session'
import { saveRateSheet } from '../rates-api'
import { channels, modes, rateBody, rateOf, rateSchema, shownRate, type RateForm } from '../rates'
import { guestName } from '../guest-name'
import { useKeepSheets } from '../use-keep-sheets'
import { ShareField } from './share-field'
import { useChannelName } from './use-channel-name'

type Props = { experience: ExperienceFull; sheet?: RateSheet; seasons: Season[]; onClose: () => void }

/** A rate sheet, new or changed: what it does to each price, and the conditions that must all hold. */
export function RateDialog({ experience, sheet, seasons, onClose }: Props) {
  const t = useTranslations('experience')
  const keep = useKeepSheets(experience.id)
  return (
    <FormDialog<RateForm, Awaited<ReturnType<typeof saveRateSheet>>>
      title={sheet ? sheet.name : t('addRate')}
      size="lg"
      values={rateOf(experience, sheet)}
      schema={rateSchema}
      shown={shownRate}
      save={(values) => saveRateSheet(rateBody(experience, values, sheet))}
      onSaved={(now) => {
        keep(now)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('rateName')} placeholder={t('rateNameExample')} autoFocus={!sheet} />
      <Prices experience={experience} />
      <Conditions seasons={seasons} />
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FormNumber name="priority" label={t('priority')} hint={t('priorityHint')} />
        <FormSwitch name="isLive" hint={t('rateLiveHint')}>
          {t('rateLive')}
        </FormSwitch>
      </div>
    </FormDialog>
  )
}

function Prices({ experience }: { experience: ExperienceFull }) {
  const t = useTranslations('experience')
  const { watch } = useFormContext<RateForm>()
  const { error } = useField('prices')
  const rows = watch('prices')
  return (
    <fieldset className="space-y-3">
      <legend className="pb-2 font-medium">{t('ratePrices')}</legend>
      {experience.customerTypes.map((guest, index) => (
        <Price key={guest.id} name={guestName(guest)} index={index} mode={rows[index]?.mode} />
      ))}
      {error && (
        <p role="alert" className="text-sm text-bad">
          {t('needPrice')}
        </p>
      )}
    </fieldset>
  )
}

type PriceProps = { name: string; index: number; mode: RateForm['prices'][number]['mode'] | undefined }

function Price({ name, index, mode }: PriceProps) {
  const t = useTranslations('experience')
  const currency = useSession()?.properties.currency ?? 'USD'
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[1fr_1fr_9rem]">
      <p className="col-span-2 content-center font-medium sm:col-span-1 sm:min-h-11">{name}</p>
      <FormSelect
        name={`prices.${index}.mode`}
        label={t('priceOf', { name })}
        isLabelHidden
        options={modes.map((id) => ({ id, name: t(`mode_${id}`) }))}
      />
      {mode === 'percent' && <ShareField name={`prices.${index}.share`} label={t('shareOf', { name })} />}
      {(mode === 'absolute' || mode === 'add') && (
        <FormMoney name={`prices.${index}.amount`} label={t('amountOf', { name })} isLabelHidden currency={currency} />
      )}
    </div>
  )
}

function Conditions({ seasons }: { seasons: Season[] }) {
  const t = useTranslations('experience')
  const weekdays = useField<number[]>('weekdays')
  const channelName = useChannelName()
  const weekStart = useSession()?.properties.week_start ?? 1
  return (
    <fieldset className="space-y-4">
      <legend className="pb-1 font-medium">{t('conditions')}</legend>
      <p className="text-sm text-pretty text-soft">{t('conditionsText')}</p>
      {seasons.length > 0 && (
        <FormMultiSelect name="season_ids" label={t('seasons')} options={seasons} placeholder={t('anySeason')} />
      )}
      <FormMultiSelect
        name="channels"
        label={t('channels')}
        options={channels.map((id) => ({ id, name: channelName(id) }))}
        placeholder={t('anyChannel')}
      />
      <WeekdayField value={weekdays.value} weekStart={weekStart} onChange={weekdays.onChange} />
      <div className="grid grid-cols-2 gap-4">
        <Time name="time_from" label={t('timeFrom')} />
        <Time name="time_to" label={t('timeTo')} />
        <FormNumber name="pax_min" label={t('paxFrom')} minValue={0} />
        <FormNumber name="pax_max" label={t('paxTo')} minValue={0} />
        <FormNumber name="advance_min_days" label={t('advanceFrom')} minValue={0} />
        <FormNumber name="advance_max_days" label={t('advanceTo')} minValue={0} />
        <FormNumber name="remaining_min" label={t('leftFrom')} minValue={0} />
        <FormNumber name="remaining_max" label={t('leftTo')} minValue={0} />
        <Day name="valid_from" label={t('validFrom')} />
        <Day name="valid_to" label={t('validTo')} />
      </div>
      <FormSwitch name="is_same_type_only" hint={t('sameTypeHint')}>
        {t('sameType')}
      </FormSwitch>
    </fieldset>
  )
}

function Time({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<string | null>(name)
  return <TimeField label={label} value={value} onChange={onChange} error={error} />
}

function Day({ name, label }: { name: string; label: string }) {
  const { value, onChange, error } = useField<string | null>(name)
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  return <DateField label={label} value={value} onChange={onChange} today={dayIn(zone)} error={error} />
}
