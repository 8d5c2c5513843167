'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { General } from '@/api/models'
import { FormChecks, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { useField } from '@/components/form-fields'
import { DepositCard } from '@/components/settings/money-cards'
import { SettingsForm } from '@/components/settings/settings-form'
import { MoneyField } from '@/components/ui/money-field'
import { PercentField } from '@/components/ui/percent-field'
import { Card } from '@/components/ui/page-header'
import { AppLink } from '@/lib/app-link'
import { useFormat } from '@/lib/use-format'
import { cashSteps, suggestionFields, suggestionsOf, type CashStep } from '../model'

const pick = ({ settings: s }: General) => ({
  deposit: s.deposit,
  is_auto_charge_balance: s.is_auto_charge_balance,
  tip_mode: s.tip_mode,
  tip_suggested_ppm: s.tip_suggested_ppm,
  refund_fee_policy: s.refund_fee_policy,
  auto_refund_reasons: s.auto_refund_reasons,
  is_allow_overpay: s.is_allow_overpay,
  cash_rounding: s.cash_rounding,
  noshow_fee_amount: s.noshow_fee_amount,
  noshow_fee_ppm: s.noshow_fee_ppm,
})
const shown = [
  'deposit.amount', 'deposit.rate_ppm', 'deposit.full_if_within_hours', 'deposit.balance_due_hours',
  'deposit.balance_due_days',
  'tip_suggested_ppm', 'noshow_fee_amount', 'noshow_fee_ppm',
] // prettier-ignore

/** What is due when, tips, what goes back, and what not coming costs. */
export default function RulesTab({ general }: { general: General }) {
  const t = useTranslations('payments')
  const currency = general.settings.currency
  return (
    <SettingsForm tab="payments-rules" general={general} pick={pick} shown={shown}>
      <DepositCard general={general}>
        <FormSwitch name="is_auto_charge_balance" hint={t('autoChargeHint')}>
          {t('autoCharge')}
        </FormSwitch>
      </DepositCard>
      <Tips />
      <Refunds />
      <Card title={t('noshow')}>
        <p className="mb-4 text-sm text-soft">{t('noshowText')}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <NoshowAmount currency={currency} />
          <NoshowShare />
        </div>
      </Card>
      <Cash currency={currency} />
      <Card title={t('overpay')}>
        <FormSwitch name="is_allow_overpay" hint={t('overpayHint')}>
          {t('overpayAllow')}
        </FormSwitch>
      </Card>
    </SettingsForm>
  )
}

/** What cash is rounded to; the coins of another currency may be other ones, so all are offered. */
function Cash({ currency }: { currency: string }) {
  const t = useTranslations('payments')
  const format = useFormat()
  const name = (step: CashStep) =>
    step === 'default' || step === 'off' ? t(`cash_${step}`) : format.money(Number(step), currency)
  return (
    <Card title={t('cash')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect
          name="cash_rounding"
          label={t('cashRoundTo')}
          hint={t('cashHint')}
          options={cashSteps.map((id) => ({ id, name: name(id) }))}
        />
      </div>
    </Card>
  )
}

/** An empty field is nothing. */
function NoshowAmount({ currency }: { currency: string }) {
  const t = useTranslations('payments')
  const { value, onChange, error } = useField<number>('noshow_fee_amount')
  return (
    <MoneyField
      label={t('noshowAmount')}
      currency={currency}
      minValue={0}
      value={value || null}
      onChange={(amount) => onChange(amount ?? 0)}
      error={error}
    />
  )
}

function NoshowShare() {
  const t = useTranslations('payments')
  const { value, onChange, error } = useField<number>('noshow_fee_ppm')
  return (
    <PercentField label={t('noshowShare')} value={value || null} onChange={(ppm) => onChange(ppm ?? 0)} error={error} />
  )
}

const tipModes = ['disabled', 'shared_pool', 'individual'] as const

function Tips() {
  const t = useTranslations('payments')
  const mode = useWatch({ name: 'tip_mode' }) as string
  return (
    <Card title={t('tips')}>
      <div className="space-y-5">
        <FormRadio
          name="tip_mode"
          label={t('tipMode')}
          options={tipModes.map((id) => ({ id, name: t(`tip_${id}`), note: t(`tip_${id}_note`) }))}
        />
        {mode !== 'disabled' && <Suggestions />}
      </div>
    </Card>
  )
}

/** What guests are offered beside a field of their own. */
function Suggestions() {
  const t = useTranslations('payments')
  const { value, onChange, error } = useField<number[]>('tip_suggested_ppm')
  const fields = suggestionFields(value)
  return (
    <fieldset className="space-y-2">
      <legend className="text-sm font-medium">{t('tipSuggestions')}</legend>
      <div className="grid grid-cols-3 gap-3">
        {fields.map((ppm, index) => (
          <PercentField
            key={`${index}-${value.length}`}
            label={t('tipSuggestion', { n: index + 1 })}
            isLabelHidden
            value={ppm}
            onChange={(next) => onChange(suggestionsOf(fields.map((one, place) => (place === index ? next : one))))}
          />
        ))}
      </div>
      <p className={error ? 'text-sm text-bad' : 'text-sm text-faint'}>{error ?? t('tipSuggestionsHint')}</p>
    </fieldset>
  )
}

const policies = ['keep_booking_fee_on_partial', 'absorb', 'deduct_processing_fee'] as const

const reasons = ['customer', 'weather', 'operator', 'duplicate', 'noshow', 'channel', 'other'] as const

function Refunds() {
  const t = useTranslations('payments')
  return (
    <Card title={t('refunds')}>
      <div className="space-y-4">
        <FormRadio
          name="refund_fee_policy"
          label={t('refundFees')}
          options={policies.map((id) => ({ id, name: t(`fees_${id}`), note: t(`fees_${id}_note`) }))}
        />
        <FormChecks
          name="auto_refund_reasons"
          label={t('autoRefund')}
          options={reasons.map((id) => ({ id, name: t(`reason_${id}`) }))}
        />
        <p className="text-sm text-soft">
          {t('refundTerms')}{' '}
          <AppLink to="general" params={{ tab: 'cancellation' }} className="underline underline-offset-4">
            {t('toCancellation')}
          </AppLink>
        </p>
      </div>
    </Card>
  )
}
