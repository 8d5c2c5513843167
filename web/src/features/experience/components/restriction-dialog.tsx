'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Restriction } from '@/api/models'
import { FormSelect, FormSwitch } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { Tabs } from '@/components/ui/tabs'
import { TimeField } from '@/components/ui/time-field'
import { restrictionsQuery, saveRestriction } from '../api'
import {
  cutoffModes,
  restrictionBody,
  restrictionOf,
  restrictionSchema,
  soldOut,
  termAudiences,
  type RestrictionForm,
} from '../restriction'
import { SpanField } from './span-field'

type Props = { restriction?: Restriction; onSaved: (id: number) => void; onClose: () => void }

const fieldNames = ['min_pax', 'max_pax', 'cutoff_clock', 'days_before', 'presale_days', 'countdown_from']

/** A shared set of terms, new or changed: one tab for each way to book. */
export function RestrictionDialog({ restriction, onSaved, onClose }: Props) {
  const t = useTranslations('experience')
  const queries = useQueryClient()
  return (
    <FormDialog<RestrictionForm, Awaited<ReturnType<typeof saveRestriction>>>
      title={restriction ? restriction.name : t('newTerms')}
      size="lg"
      values={restrictionOf(restriction)}
      schema={restrictionSchema}
      shown={['name', ...fieldNames.map((name) => `rows.*.${name}`)]}
      save={(values) => saveRestriction(restrictionBody(values, restriction))}
      onSaved={(answer) => {
        void queries.invalidateQueries({ queryKey: restrictionsQuery.queryKey })
        onSaved(answer.restriction.id)
        onClose()
      }}
      onClose={onClose}
    >
      <FormText name="name" label={t('termsName')} placeholder={t('termsNameExample')} autoFocus={!restriction} />
      <Audiences />
    </FormDialog>
  )
}

function Audiences() {
  const t = useTranslations('experience')
  const [open, setOpen] = useState<string>('online')
  const place = Math.max(
    0,
    termAudiences.findIndex((one) => one === open),
  )
  return (
    <Tabs
      label={t('sharedTerms')}
      value={open}
      onChange={setOpen}
      items={termAudiences.map((id) => ({ id, label: t(`audienceTab_${id}`) }))}
    >
      <Row key={place} name={`rows.${place}` as 'rows.0'} isOnline={open === 'online'} />
    </Tabs>
  )
}

function Row({ name, isOnline }: { name: 'rows.0'; isOnline: boolean }) {
  const t = useTranslations('experience')
  const [isOn, cutoff] = useFormContext<RestrictionForm>().watch([`${name}.isOn`, `${name}.cutoff`])
  return (
    <div className="space-y-5">
      <FormSwitch name={`${name}.isOn`} hint={t('ownRowHint')}>
        {t('ownRow')}
      </FormSwitch>
      {isOn && (
        <>
          <div className="grid grid-cols-2 gap-4">
            <FormNumber name={`${name}.min_pax`} label={t('minPax')} minValue={1} placeholder={t('likeExperience')} />
            <FormNumber name={`${name}.max_pax`} label={t('maxPax')} minValue={1} placeholder={t('likeExperience')} />
          </div>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FormSelect
              name={`${name}.cutoff`}
              label={t('cutoff')}
              options={cutoffModes.map((id) => ({ id, name: t(`cutoff_${id}`) }))}
            />
            {cutoff === 'before_start' && <SpanField name={`${name}.span`} label={t('beforeStart')} />}
            {cutoff === 'clock_time_before' && <Clock name={name} />}
          </div>
          <Finer name={name} isOnline={isOnline} />
        </>
      )}
    </div>
  )
}

function Finer({ name, isOnline }: { name: string; isOnline: boolean }) {
  const t = useTranslations('experience')
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <FormNumber name={`${name}.smart_min_booked_pax`} label={t('smartPax')} minValue={1} />
        <FormNumber name={`${name}.smart_cutoff_minutes`} label={t('smartMinutes')} minValue={0} />
      </div>
      <p className="-mt-3 text-sm text-pretty text-faint">{t('smartHint')}</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <FormNumber name={`${name}.presale_days`} label={t('presale')} minValue={0} />
        {isOnline && (
          <>
            <FormNumber name={`${name}.countdown_from`} label={t('countdown')} minValue={0} placeholder="6" />
            <FormSelect
              name={`${name}.sold_out_display`}
              label={t('soldOut')}
              options={soldOut.map((id) => ({ id, name: t(`soldOut_${id}`) }))}
            />
          </>
        )}
      </div>
      {isOnline && <p className="-mt-3 text-sm text-pretty text-faint">{t('countdownHint')}</p>}
    </>
  )
}

function Clock({ name }: { name: string }) {
  const t = useTranslations('experience')
  const { value, onChange, error } = useField<string | null>(`${name}.cutoff_clock`)
  return (
    <div className="grid grid-cols-2 gap-2">
      <TimeField label={t('clock')} value={value} onChange={onChange} error={error} />
      <FormNumber name={`${name}.days_before`} label={t('daysAhead')} minValue={0} placeholder="0" />
    </div>
  )
}
