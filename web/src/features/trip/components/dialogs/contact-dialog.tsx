'use client'
import { useMemo } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText, useField } from '@/components/form-fields'
import { NameFields } from '@/components/name-fields'
import { ComboBox } from '@/components/ui/combo-box'
import { Select } from '@/components/ui/select'
import { countries } from '@/lib/countries'
import { languageName, languages } from '@/lib/languages'
import { trimmed } from '@/lib/rules'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Trip } from '../../types'
import type { DialogProps } from '../types'
import { Meanwhile } from './meanwhile-note'

const schema = z
  .object({
    first_name: trimmed(100),
    last_name: trimmed(100),
    email: trimmed(254),
    phone: trimmed(40),
    country: z.nullable(z.string()),
    locale: z.string(),
  })
  .check(z.refine((one) => one.first_name + one.last_name !== '', { path: ['first_name'], message: 'required' }))
type Values = z.infer<typeof schema>
const shown = ['first_name', 'last_name', 'email', 'phone', 'country', 'locale', 'contact.first_name'] as const

const valuesOf = ({ contact }: Trip): Values => ({
  ...contact,
  email: contact.email ?? '',
  phone: contact.phone ?? '',
  country: contact.country ?? null,
})

/** Whom the trip is for and how they are reached. */
export function ContactDialog({ onClose }: DialogProps<'contact'>) {
  const t = useTranslations('trip')
  const { trip, ask } = useTrip()
  const save = ({ locale, email, phone, ...rest }: Values) =>
    ask({
      send: ({ id, version }) =>
        send(
          '/api/trip/save',
          {},
          { id, version, locale, contact: { ...rest, email: email || null, phone: phone || null } },
        ),
      done: t('saved'),
    })
  return (
    <FormDialog
      title={t('editContact')}
      values={valuesOf(trip)}
      schema={schema}
      shown={shown}
      save={save}
      onSaved={onClose}
      onClose={onClose}
    >
      <Meanwhile />
      <div className="grid gap-4 sm:grid-cols-2">
        <NameFields first={t('firstName')} last={t('lastName')} autoFocus />
      </div>
      <FormText name="phone" type="tel" label={t('phone')} autoComplete="off" />
      <FormText name="email" type="email" label={t('email')} autoComplete="off" />
      <Country />
      <Language />
    </FormDialog>
  )
}

function Country() {
  const t = useTranslations('trip')
  const locale = useLocale()
  const options = useMemo(() => countries(locale), [locale])
  const { value, onChange, error } = useField<string | null>('country')
  return <ComboBox label={t('country')} options={options} value={value} onChange={onChange} error={error} />
}

function Language() {
  const t = useTranslations('trip')
  const { value, onChange, error } = useField<string>('locale')
  const codes: string[] = languages.some((one) => one === value) ? [...languages] : [value, ...languages]
  const options = codes.map((id) => ({ id, name: languageName(id) }))
  return <Select label={t('language')} options={options} value={value} onChange={onChange} error={error} />
}
