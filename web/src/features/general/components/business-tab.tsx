'use client'
import { useLocale, useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { FormSelect } from '@/components/form-choices'
import { FormText, useField } from '@/components/form-fields'
import { SettingsForm } from '@/components/settings/settings-form'
import { labelClass, TextField } from '@/components/ui/field'
import { ComboBox } from '@/components/ui/combo-box'
import { Notice } from '@/components/ui/notice'
import { Card } from '@/components/ui/page-header'
import { late } from '@/lib/late'
import { useSession } from '@/lib/session'
import type { TabProps } from './types'

const ArchiveCard = late(() => import('./archive-card').then((file) => file.ArchiveCard))
const OwnDomainsCard = late(() => import('./own-domains-card').then((file) => file.OwnDomainsCard))
const AccountCard = late(() => import('./account-card').then((file) => file.AccountCard))

const pick = ({ business, settings }: General) => ({
  business: {
    name: business.name,
    legal_name: business.legal_name,
    website: business.website,
    address: business.address,
  },
  ecom_phone_number: settings.ecom_phone_number ?? '',
  mail_from: settings.mail_from ?? '',
  reply_to: settings.reply_to,
  currency: settings.currency,
  locale: settings.locale,
  time_zone: settings.time_zone,
  week_start: settings.week_start,
})
const shown = [
  'business.name', 'business.legal_name', 'business.website', 'business.address', 'ecom_phone_number',
  'mail_from', 'reply_to', 'currency', 'locale', 'time_zone', 'week_start',
] // prettier-ignore

/** Who the operator is, how guests reach it, and the place and money it lives in. */
export default function BusinessTab({ general }: TabProps) {
  const t = useTranslations('general')
  return (
    <>
      <SettingsForm tab="business" general={general} pick={pick} shown={shown}>
        <Card title={t('business')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <FormText name="business.name" label={t('businessName')} hint={t('businessNameHint')} />
            <FormText name="business.legal_name" label={t('legalName')} hint={t('legalNameHint')} />
            <FormText name="business.address" label={t('address')} hint={t('addressHint')} className="sm:col-span-2" />
            <FormText
              name="business.website"
              label={t('website')}
              hint={t('websiteHint')}
              type="url"
              placeholder="https://"
              className="sm:col-span-2"
            />
          </div>
        </Card>
        <Card title={t('contact')}>
          <div className="grid gap-5 sm:grid-cols-2">
            <FormText name="ecom_phone_number" label={t('guestPhone')} hint={t('guestPhoneHint')} type="tel" />
            <ReplyTo />
            <FormText name="mail_from" label={t('mailFrom')} hint={t('mailFromHint')} />
          </div>
        </Card>
        <Region general={general} />
      </SettingsForm>
      <Below />
    </>
  )
}

function Below() {
  const mayClose = useSession()?.permissions.includes('account.close')
  return (
    <div className="mt-6 max-w-3xl">
      <OwnDomainsCard />
      {mayClose && (
        <>
          <ArchiveCard />
          <AccountCard />
        </>
      )}
    </div>
  )
}

function ReplyTo() {
  const t = useTranslations('general')
  const { value, onChange, ...rest } = useField<string | null>('reply_to')
  // No address is null: an empty text would be an address that is none.
  return (
    <TextField
      {...rest}
      value={value ?? ''}
      onChange={(text) => onChange(text.trim() === '' ? null : text.trim())}
      label={t('replyTo')}
      hint={t('replyToHint')}
    />
  )
}

function Region({ general }: TabProps) {
  const t = useTranslations('general')
  const language = useLocale()
  const languages = new Intl.DisplayNames(language, { type: 'language' })
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const days = [0, 1, 6].map((id) => ({ id, name: weekday.format(Date.UTC(2026, 1, 1 + id)) }))
  return (
    <Card title={t('region')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Currency general={general} />
        <Combo
          name="locale"
          label={t('locale')}
          hint={t('localeHint')}
          ids={general.locales}
          text={(id) => languages.of(id) ?? id}
        />
        <Zone general={general} />
        <FormSelect name="week_start" label={t('weekStart')} options={days} />
      </div>
    </Card>
  )
}

function Currency({ general }: TabProps) {
  const t = useTranslations('general')
  const names = new Intl.DisplayNames(useLocale(), { type: 'currency' })
  const { currency } = general.settings
  if (general.facts.is_currency_fixed) {
    return (
      <div>
        <p className={labelClass}>{t('currency')}</p>
        <p className="mt-1.5 flex min-h-11 items-center">{names.of(currency)}</p>
        <p className="text-sm text-faint">{t('currencyFixed')}</p>
      </div>
    )
  }
  return (
    <Combo
      name="currency"
      label={t('currency')}
      hint={t('currencyHint')}
      ids={general.currencies}
      text={(id) => `${id} – ${names.of(id)}`}
    />
  )
}

function Zone({ general }: TabProps) {
  const t = useTranslations('general')
  const { value } = useField<string>('time_zone')
  const { departures_cnt: count } = general.facts
  const isMoving = value !== general.settings.time_zone && count > 0
  return (
    <div className="space-y-3">
      <Combo name="time_zone" label={t('timeZone')} ids={general.time_zones} text={(id) => id.replaceAll('_', ' ')} />
      {isMoving && <Notice tone="warn">{t('timeZoneMoves', { count })}</Notice>}
    </div>
  )
}

type ComboProps = { name: string; label: string; hint?: string; ids: string[]; text: (id: string) => string }

function Combo({ name, label, hint, ids, text }: ComboProps) {
  const { value, onChange, error } = useField<string>(name)
  const options = [...new Set([value, ...ids])].map((id) => ({ id, name: text(id) }))
  return <ComboBox label={label} options={options} value={value} onChange={onChange} hint={hint} error={error} />
}
