'use client'
import { useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl'
import { FormText, useField } from '@/components/form-fields'
import { NameFields } from '@/components/name-fields'
import { ComboBox } from '@/components/ui/combo-box'
import { DateField } from '@/components/ui/date-field'
import { RadioGroup } from '@/components/ui/radio-group'
import { Select } from '@/components/ui/select'
import { Switch } from '@/components/ui/switch'
import { TagField } from '@/components/ui/tag-field'
import { countries } from '@/lib/countries'
import { dayIn } from '@/lib/dates'
import { languageName, languages } from '@/lib/languages'
import { useSession } from '@/lib/session'
import type { CustomerValues } from '../form'

/** The fields of a customer, in the order one asks on the phone. */
export function CustomerFields() {
  const t = useTranslations('customers')
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <NameFields first={t('field_first_name')} last={t('field_last_name')} />
      </div>
      <FormText name="email" type="email" label={t('field_email')} autoComplete="off" />
      <Country />
      <FormText name="phone" type="tel" label={t('field_phone')} hint={t('phoneHint')} autoComplete="off" />
      <Tags name="tags" label={t('field_tags')} />
      <FormText name="notes" label={t('field_notes')} hint={t('notesHint')} rows={3} />
      <Consent />
      <Section title={t('person')}>
        <FormText name="company" label={t('field_company')} autoComplete="off" />
        <BirthDate />
        <Language />
        <Tags name="more_emails" label={t('field_more_emails')} hint={t('moreEmailsHint')} />
        <Tags name="more_phones" label={t('field_more_phones')} />
      </Section>
      <Section title={t('field_address')}>
        <FormText name="street" label={t('field_street')} autoComplete="off" />
        <FormText name="street2" label={t('field_street2')} autoComplete="off" />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormText name="postal_code" label={t('field_postal_code')} autoComplete="off" />
          <FormText name="city" label={t('field_city')} autoComplete="off" />
        </div>
        <FormText name="region" label={t('field_region')} autoComplete="off" />
      </Section>
    </>
  )
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <fieldset className="space-y-4 border-t pt-4">
      <legend className="sr-only">{title}</legend>
      {children}
    </fieldset>
  )
}

function Country() {
  const t = useTranslations('customers')
  const locale = useLocale()
  const options = useMemo(() => countries(locale), [locale])
  const { value, onChange, error } = useField<string | null>('country')
  return <ComboBox label={t('field_country')} options={options} value={value} onChange={onChange} error={error} />
}

function Language() {
  const t = useTranslations('customers')
  const { value, onChange, error } = useField<string>('locale')
  // A guest may speak what the back office does not: their language stays among the choices.
  const codes: string[] = languages.some((one) => one === value) ? [...languages] : [value, ...languages]
  const options = codes.map((id) => ({ id, name: languageName(id) }))
  return <Select label={t('field_locale')} options={options} value={value} onChange={onChange} error={error} />
}

function BirthDate() {
  const t = useTranslations('customers')
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const today = dayIn(zone)
  const { value, onChange, error } = useField<string | null>('birth_date')
  return <DateField label={t('field_birth_date')} value={value} today={today} onChange={onChange} error={error} />
}

function Tags({ name, label, hint }: { name: 'tags' | 'more_emails' | 'more_phones'; label: string; hint?: string }) {
  const { value, onChange, error } = useField<string[]>(name)
  const { formState } = useFormContext<CustomerValues>()
  const nested = formState.errors[name]
  const first = Array.isArray(nested) ? nested.find((one) => one?.message)?.message : undefined
  return <TagField label={label} hint={hint} value={value} onChange={onChange} error={useRule(first) ?? error} />
}

/** A rule's name in words; the server's messages stay as they are. */
function useRule(message: string | undefined) {
  const common = useTranslations('common')
  if (message === 'email') return common('invalid_email')
  return message === 'tooLong' ? common('invalid_tooLong') : message
}

const sources = ['staff', 'phone', 'form'] as const

function Consent() {
  const t = useTranslations('customers')
  const email = useField<boolean>('email_opt_in')
  const sms = useField<boolean>('sms_opt_in')
  const source = useField<(typeof sources)[number]>('source')
  const { formState } = useFormContext<CustomerValues>()
  const [emailNow, smsNow] = useWatch<CustomerValues, ['email_opt_in', 'sms_opt_in']>({
    name: ['email_opt_in', 'sms_opt_in'],
  })
  const start = formState.defaultValues
  const isChanged = emailNow !== start?.email_opt_in || smsNow !== start?.sms_opt_in
  return (
    <Section title={t('field_marketing')}>
      <Switch isSelected={email.value} onChange={email.onChange}>
        {t('byEmail')}
      </Switch>
      <Switch isSelected={sms.value} onChange={sms.onChange}>
        {t('bySms')}
      </Switch>
      {isChanged && (
        <RadioGroup
          label={t('sourceLabel')}
          options={sources.map((id) => ({ id, name: t(`source_${id}`) }))}
          value={source.value}
          onChange={source.onChange}
        />
      )}
    </Section>
  )
}
