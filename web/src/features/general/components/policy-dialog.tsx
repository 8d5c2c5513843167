'use client'
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General, Policy } from '@/api/models'
import { FormPercent, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber, FormText } from '@/components/form-fields'
import { FormExperiences } from '@/components/settings/choices'
import { Button, IconButton } from '@/components/ui/button'
import { saveRow } from '../api'
import { policyDraft, type PolicyDraft, type Tier } from '../model'
import { RowDialog } from './row-dialog'
import { Timeline } from './timeline'

type Props = { general: General; policy?: Policy; onClose: () => void }
const shown = [
  'name',
  'tiers.*.hours_before',
  'tiers.*.refund_ppm',
  'tiers.*.fee_amount',
  'noshow_refund_ppm',
  'weather_refund_ppm',
  'self_cancel_until_hours',
  'self_rebook_until_hours',
  'experience_ids',
]

/** A cancellation policy, drawn as it is typed. */
export function PolicyDialog({ general, policy, onClose }: Props) {
  const t = useTranslations('general')
  return (
    <RowDialog
      title={policy ? policy.name : t('addPolicy')}
      size="lg"
      values={policyDraft(policy)}
      shown={shown}
      save={(values) => saveRow.policies(bodyOf(values))}
      onClose={onClose}
    >
      <FormText name="name" label={t('policyName')} hint={t('policyNameHint')} autoFocus={!policy} />
      <Tiers currency={general.settings.currency} />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormPercent name="noshow_refund_ppm" label={t('noshow')} max={1_000_000} />
        <FormPercent name="weather_refund_ppm" label={t('weather')} hint={t('weatherHint')} max={1_000_000} />
      </div>
      <FormSwitch name="is_weather_credit_allowed" hint={t('weatherCreditHint')}>
        {t('weatherCredit')}
      </FormSwitch>
      <OwnHours settings={general.settings} />
      <FormExperiences name="experience_ids" label={t('policyFor')} hint={t('policyForHint')} general={general} />
      {!policy?.is_default && (
        <FormSwitch name="is_default" hint={t('makeDefaultHint')}>
          {t('makeDefault')}
        </FormSwitch>
      )}
      <p className="text-sm text-faint">{t('policyKeeps')}</p>
    </RowDialog>
  )
}

const bodyOf = (draft: PolicyDraft) => ({
  id: draft.id,
  version: draft.version,
  name: draft.name,
  is_default: draft.is_default,
  experience_ids: draft.experience_ids,
  noshow_refund_ppm: draft.noshow_refund_ppm ?? 0,
  weather_refund_ppm: draft.weather_refund_ppm ?? 0,
  is_weather_credit_allowed: draft.is_weather_credit_allowed,
  self_cancel_until_hours: draft.self_cancel_until_hours,
  self_rebook_until_hours: draft.self_rebook_until_hours,
  tiers: draft.tiers.map((tier) => ({
    hours_before: tier.hours_before ?? 0,
    refund_ppm: tier.refund_ppm ?? 0,
    fee_amount: tier.fee_amount ?? 0,
  })),
})

/** Until when customers cancel and move by themselves under this policy; empty: as the settings have it. */
function OwnHours({ settings }: Pick<General, 'settings'>) {
  const t = useTranslations('general')
  const hours = [
    { name: 'self_cancel_until_hours', label: t('policyCancelHours'), usual: settings.self_cancel_min_hours },
    { name: 'self_rebook_until_hours', label: t('policyMoveHours'), usual: settings.self_rebook_min_hours },
  ]
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {hours.map(({ name, label, usual }) => (
        <FormNumber
          key={name}
          name={name}
          label={label}
          hint={t('policyHoursHint', { hours: usual })}
          minValue={0}
          maxValue={8760}
        />
      ))}
    </div>
  )
}

function Tiers({ currency }: { currency: string }) {
  const t = useTranslations('general')
  const { fields, append, remove } = useFieldArray({ name: 'tiers' })
  const tiers = useWatch({ name: 'tiers' }) as Tier[]
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">{t('steps')}</legend>
      {fields.map((field, index) => (
        <div key={field.id} className="grid grid-cols-2 items-end gap-3 sm:grid-cols-[1fr_1fr_1fr_auto] sm:items-start">
          <FormNumber name={`tiers.${index}.hours_before`} label={t('hoursBefore')} minValue={0} maxValue={8760} />
          <FormPercent name={`tiers.${index}.refund_ppm`} label={t('refund')} max={1_000_000} />
          <FormMoney name={`tiers.${index}.fee_amount`} label={t('lessFee')} currency={currency} minValue={0} />
          <div className="sm:pt-6">
            <IconButton label={t('removeStep')} onPress={() => remove(index)}>
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </div>
        </div>
      ))}
      {fields.length < 8 && (
        <Button onPress={() => append({ hours_before: null, refund_ppm: 0, fee_amount: 0 })}>
          <Plus aria-hidden className="size-4" />
          {t('addStep')}
        </Button>
      )}
      <Timeline tiers={tiers} currency={currency} />
    </fieldset>
  )
}
