'use client'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { BookingFee, Deposit, General, PreviewIn } from '@/api/models'
import { FormPercent, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { Example } from './example'
import { FormMethods } from './choices'

type Props = { general: General }

const kinds = ['none', 'per_booking_percent', 'per_booking_amount', 'per_order_percent', 'per_order_amount'] as const

/** What is due at booking, with an example that is computed as it is typed. */
export function DepositCard({ general, children }: Props & { children?: ReactNode }) {
  const t = useTranslations('general')
  const deposit = useWatch({ name: 'deposit' }) as Deposit
  const isSome = deposit.kind !== 'none'
  const isPercent = deposit.kind.endsWith('percent')
  const currency = general.settings.currency
  return (
    <Card title={t('deposit')}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormSelect
          name="deposit.kind"
          label={t('depositKind')}
          options={kinds.map((id) => ({ id, name: t(`deposit_${id}`) }))}
        />
        {isSome && isPercent && <FormPercent name="deposit.rate_ppm" label={t('share')} />}
        {isSome && !isPercent && (
          <FormMoney name="deposit.amount" label={t('amount')} currency={currency} minValue={0} />
        )}
        {isSome && (
          <>
            <FormNumber
              name="deposit.full_if_within_hours"
              label={t('fullWithin')}
              hint={t('fullWithinHint')}
              minValue={0}
            />
            <FormNumber name="deposit.balance_due_hours" label={t('restDue')} hint={t('restDueHint')} minValue={0} />
            <FormMethods name="deposit.methods" general={general} />
            {isPercent && <FormSwitch name="deposit.is_include_taxes">{t('depositWithTaxes')}</FormSwitch>}
            {children && <div className="sm:col-span-2">{children}</div>}
            <div className="sm:col-span-2">
              <MoneyExample />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

/** What customers pay on top of every trip. */
export function BookingFeeCard({ general }: Props) {
  const t = useTranslations('general')
  const common = useTranslations('common')
  const fee = useWatch({ name: 'booking_fee' }) as BookingFee
  const isSome = !!fee.rate_ppm || !!fee.amount
  const currency = general.settings.currency
  return (
    <Card title={common('bookingFee')}>
      <p className="mb-4 text-sm text-soft">{t('bookingFeeText')}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormPercent name="booking_fee.rate_ppm" label={t('share')} />
        <FormMoney name="booking_fee.amount" label={t('fixedPart')} currency={currency} minValue={0} />
        {isSome && (
          <>
            <FormMoney name="booking_fee.cap_amount" label={t('atMost')} currency={currency} minValue={0} />
            <FormMethods name="booking_fee.methods" general={general} />
            <FormSwitch name="booking_fee.is_taxable">{t('feeTaxable')}</FormSwitch>
            <div className="sm:col-span-2">
              <MoneyExample />
            </div>
          </>
        )}
      </div>
    </Card>
  )
}

function MoneyExample() {
  const [deposit, fee, priceRules] = useWatch({ name: ['deposit', 'booking_fee', 'priceRules'] }) as [
    Deposit,
    BookingFee,
    PreviewIn['priceRules'],
  ]
  const body = {
    qty: 2,
    unit_amount: 5000,
    deposit: { ...deposit, amount: deposit.amount ?? 0, rate_ppm: deposit.rate_ppm ?? 0 },
    booking_fee: { ...fee, amount: fee.amount ?? 0, rate_ppm: fee.rate_ppm ?? 0 },
    priceRules,
  } as PreviewIn
  return <Example body={body} hasDeposit />
}
