'use client'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormNumber, FormText, useField } from '@/components/form-fields'
import { useMethodName } from '@/components/settings/choices'
import { BookingFeeCard } from '@/components/settings/money-cards'
import { SettingsForm } from '@/components/settings/settings-form'
import { TextField } from '@/components/ui/field'
import { Card } from '@/components/ui/page-header'
import { termsOfText, textOfTerms } from '../model'
import { InvoiceReminders } from './invoice-reminders'
import { SelfService } from './self-service'
import type { TabProps } from './types'
import { WaitlistTerms } from './waitlist-terms'
import { WaiverTerms } from './waiver-terms'

const pick = ({ settings: s, priceRules }: General) => ({
  price_display_mode: s.price_display_mode,
  is_show_prices_on_calendar: s.is_show_prices_on_calendar,
  default_trip_method: s.default_trip_method,
  hold_minutes_web: s.hold_minutes_web,
  hold_minutes_pos: s.hold_minutes_pos,
  hold_minutes_reseller: s.hold_minutes_reseller,
  check_in_opens_minutes: s.check_in_opens_minutes,
  check_in_closes_hours: s.check_in_closes_hours,
  check_in_undo_hours: s.check_in_undo_hours,
  noshow_grace_minutes: s.noshow_grace_minutes,
  waiver_gate: s.waiver_gate,
  waiver_majority_age: s.waiver_majority_age,
  waiver_retention_years: s.waiver_retention_years,
  waiver_reminder_hours: s.waiver_reminder_hours,
  is_allow_self_rebook: s.is_allow_self_rebook,
  self_rebook_min_hours: s.self_rebook_min_hours,
  self_rebook_limit: s.self_rebook_limit,
  is_allow_self_rebook_any: s.is_allow_self_rebook_any,
  is_allow_self_cancel: s.is_allow_self_cancel,
  self_cancel_min_hours: s.self_cancel_min_hours,
  is_allow_self_add: s.is_allow_self_add,
  book_past_hours: s.book_past_hours,
  unscheduled_valid_days: s.unscheduled_valid_days,
  payment_link_days: s.payment_link_days,
  is_invoice_reminders: s.is_invoice_reminders,
  invoice_reminder_days_before: s.invoice_reminder_days_before,
  invoice_reminder_days_after: s.invoice_reminder_days_after,
  is_waitlist_on: s.is_waitlist_on,
  waitlist_offer_minutes: s.waitlist_offer_minutes,
  late_payment_mode: s.late_payment_mode,
  is_auto_assign_resources: s.is_auto_assign_resources,
  is_skip_balance_due_popup: s.is_skip_balance_due_popup,
  terms_html: s.terms_html,
  privacy_url: s.privacy_url ?? '',
  deposit: s.deposit,
  booking_fee: s.booking_fee,
  priceRules,
})
const shown = [
  'hold_minutes_web', 'hold_minutes_pos', 'hold_minutes_reseller', 'terms_html', 'privacy_url',
  'check_in_opens_minutes', 'check_in_closes_hours', 'check_in_undo_hours', 'noshow_grace_minutes',
  'waiver_majority_age', 'waiver_retention_years', 'waiver_reminder_hours', 'book_past_hours',
  'unscheduled_valid_days', 'payment_link_days', 'waitlist_offer_minutes',
  'invoice_reminder_days_before', 'invoice_reminder_days_after',
  'self_rebook_min_hours', 'self_rebook_limit', 'self_cancel_min_hours',
  'booking_fee.rate_ppm', 'booking_fee.amount', 'booking_fee.cap_amount',
] // prettier-ignore

/** How things are shown, held, paid and agreed to. */
export default function SellingTab({ general }: TabProps) {
  const t = useTranslations('general')
  return (
    <SettingsForm tab="selling" general={general} pick={pick} shown={shown}>
      <Prices />
      <Holds />
      <WaitlistTerms />
      <DayOfTrip />
      <SelfService />
      <WaiverTerms />
      <BookingFeeCard general={general} />
      <InvoiceReminders />
      <Card title={t('terms')}>
        <div className="space-y-5">
          <Terms />
          <FormText name="privacy_url" label={t('privacy')} type="url" placeholder="https://" />
        </div>
      </Card>
    </SettingsForm>
  )
}

function Prices() {
  const t = useTranslations('general')
  const mode = useWatch({ name: 'price_display_mode' }) as string
  const modes = (['exclusive', 'all_in'] as const).map((id) => ({
    id,
    name: t(`show_${id}`),
    note: t(`show_${id}_note`),
  }))
  return (
    <Card title={t('priceDisplay')}>
      <div className="space-y-5">
        <FormRadio name="price_display_mode" label={t('show')} options={modes} />
        {mode === 'all_in' && <p className="text-sm text-faint">{t('allInLimit')}</p>}
        <FormSwitch name="is_show_prices_on_calendar" hint={t('calendarPricesHint')}>
          {t('calendarPrices')}
        </FormSwitch>
      </div>
    </Card>
  )
}

function Holds() {
  const t = useTranslations('general')
  const name = useMethodName()
  const methods = (['staff', 'phone', 'walk_up', 'pos'] as const).map((id) => ({ id, name: name(id, id) }))
  const late = (['auto_refund', 'needs_attention'] as const).map((id) => ({
    id,
    name: t(`late_${id}`),
    note: t(`late_${id}_note`),
  }))
  return (
    <Card title={t('holds')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormNumber name="hold_minutes_web" label={t('holdWeb')} hint={t('holdHint')} minValue={2} maxValue={1440} />
        <FormNumber name="hold_minutes_pos" label={t('holdStaff')} minValue={2} maxValue={1440} />
        <FormNumber name="hold_minutes_reseller" label={t('holdAgents')} minValue={2} maxValue={1440} />
        <FormSelect
          name="default_trip_method"
          label={t('defaultMethod')}
          hint={t('defaultMethodHint')}
          options={methods}
        />
        <Validity />
        <div className="sm:col-span-2">
          <FormRadio name="late_payment_mode" label={t('late')} options={late} />
        </div>
      </div>
    </Card>
  )
}

/** For how many days links and orders without a departure are good. */
function Validity() {
  const t = useTranslations('general')
  return (
    <>
      <FormNumber
        name="payment_link_days"
        label={t('paymentLinkDays')}
        hint={t('paymentLinkDaysHint')}
        minValue={1}
        maxValue={90}
      />
      <FormNumber
        name="unscheduled_valid_days"
        label={t('unscheduledDays')}
        hint={t('unscheduledDaysHint')}
        minValue={1}
        maxValue={3650}
      />
    </>
  )
}

function DayOfTrip() {
  const t = useTranslations('general')
  return (
    <Card title={t('dayOfTrip')}>
      <div className="space-y-5">
        <FormSwitch name="is_auto_assign_resources" hint={t('autoAssignHint')}>
          {t('autoAssign')}
        </FormSwitch>
        <FormSwitch name="is_skip_balance_due_popup" hint={t('skipBalanceHint')}>
          {t('skipBalance')}
        </FormSwitch>
        <DayTerms />
      </div>
    </Card>
  )
}

/** How early and how late things may happen around a departure. */
function DayTerms() {
  const t = useTranslations('general')
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <FormNumber
        name="check_in_opens_minutes"
        label={t('checkInOpens')}
        hint={t('checkInHint')}
        minValue={0}
        maxValue={2880}
      />
      <FormNumber name="check_in_closes_hours" label={t('checkInCloses')} minValue={0} maxValue={72} />
      <FormNumber name="check_in_undo_hours" label={t('checkInUndo')} minValue={1} maxValue={168} />
      <FormNumber
        name="noshow_grace_minutes"
        label={t('noshowGrace')}
        hint={t('noshowGraceHint')}
        minValue={0}
        maxValue={240}
      />
      <FormNumber name="book_past_hours" label={t('bookPast')} hint={t('bookPastHint')} minValue={0} maxValue={168} />
    </div>
  )
}

/** Terms as text; those with headings, lists or links as the HTML they are. */
function Terms() {
  const t = useTranslations('general')
  const { value, onChange, onBlur, error } = useField<string>('terms_html')
  // What is typed stands as it is: made HTML and read back, it would lose the blank at its end.
  const [typed, setTyped] = useState<string | null>(null)
  const text = textOfTerms(value)
  return (
    <TextField
      label={t('termsText')}
      hint={text === null ? t('termsHtml') : t('termsHint')}
      rows={9}
      value={typed ?? text ?? value}
      onChange={(next) => {
        setTyped(next)
        onChange(text === null ? next : termsOfText(next))
      }}
      onBlur={onBlur}
      error={error}
    />
  )
}
