'use client'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { BookingFee, Deposit, General, PreviewIn } from '@/api/models'
import { FormPercent, FormRadio, FormSelect, FormSwitch } from '@/components/form-choices'
import { FormMoney, FormNumber } from '@/components/form-fields'
import { Card } from '@/components/ui/page-header'
import { BalanceDue } from './balance-due'
import { Example } from './example'
import { FormMethods } from './choices'
import { exampleOf } from './model'

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
            <BalanceDue name="deposit" />
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

/** What a booking costs on top of the trip, and who pays it. */
export function BookingFeeCard({ general }: Props) {
  const t = useTranslations('general')
  const common = useTranslations('common')
  const fee = useWatch({ name: 'booking_fee' }) as BookingFee
  const notes = { customer: t('bookingFeeText'), operator: t('feeBy_operator_note') }
  const payers = (['customer', 'operator'] as const).map((id) => ({ id, name: t(`feeBy_${id}`), note: notes[id] }))
  return (
    <Card title={common('bookingFee')}>
      <div className="space-y-5">
        <FormRadio name="booking_fee.who_pays" label={t('feeBy')} options={payers} />
        {fee.who_pays !== 'operator' && <FeeFields general={general} isSome={!!fee.rate_ppm || !!fee.amount} />}
        <p className="text-sm text-faint">{t('feeKept')}</p>
      </div>
    </Card>
  )
}

function FeeFields({ general, isSome }: Props & { isSome: boolean }) {
  const t = useTranslations('general')
  const currency = general.settings.currency
  return (
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
  )
}

function MoneyExample() {
  const [deposit, booking_fee, priceRules] = useWatch({ name: ['deposit', 'booking_fee', 'priceRules'] }) as [
    Deposit | undefined,
    BookingFee | undefined,
    PreviewIn['priceRules'],
  ]
  return <Example body={exampleOf({ deposit, booking_fee, priceRules })} hasDeposit />
}
