'use client'
import { useTranslations } from 'use-intl'
import { TextField } from '@/components/ui/field'
import { NumberField } from '@/components/ui/number-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Switch } from '@/components/ui/switch'
import { ruleStatuses } from '../values'
import { useRuleForm } from './rule-form'

/** The fields of what is seldom said of a rule. */
export function OtherParts() {
  const t = useTranslations('availability')
  const { values, change, errors } = useRuleForm()
  return (
    <>
      <RadioGroup
        label={t('status')}
        options={ruleStatuses.map((id) => ({ id, name: t(`status_${id}`), note: t(`statusNote_${id}`) }))}
        value={values.status}
        onChange={(status) => change({ status })}
        error={errors.status}
      />
      <Duration />
      <Switch isSelected={values.isFlex} onChange={(isFlex) => change({ isFlex })} hint={t('flexHint')}>
        {t('flex')}
      </Switch>
      <TextField
        label={t('note')}
        value={values.note}
        onChange={(note) => change({ note })}
        rows={2}
        hint={t('noteHint')}
        error={errors.note}
      />
    </>
  )
}

function Duration() {
  const t = useTranslations('availability')
  const ts = useTranslations('experiences')
  const { values, change, errors, experience } = useRuleForm()
  const usual = experience.duration_minutes
  const isUsual = values.hours === null && values.minutes === null
  return (
    <fieldset>
      <legend className="pb-1.5 text-sm font-medium">{t('duration')}</legend>
      <div className="grid max-w-60 grid-cols-2 gap-3">
        <NumberField
          label={ts('hours')}
          value={values.hours}
          onChange={(hours) => change({ hours })}
          minValue={0}
          {...(isUsual && { placeholder: String(Math.floor(usual / 60)) })}
        />
        <NumberField
          label={ts('minutes')}
          value={values.minutes}
          onChange={(minutes) => change({ minutes })}
          minValue={0}
          maxValue={59}
          {...(isUsual && { placeholder: String(usual % 60) })}
        />
      </div>
      <p className={errors.duration_minutes ? 'pt-1.5 text-sm text-bad' : 'pt-1.5 text-sm text-faint'}>
        {errors.duration_minutes ?? t('durationHint')}
      </p>
    </fieldset>
  )
}
