'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { FormPercent, FormRadio } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText } from '@/components/form-fields'
import { useFormat } from '@/lib/use-format'
import { editDiscount, type Invoice } from '@/components/invoices/api'
import { discountBody, discountSchema, type DiscountValues } from '../form'
import { discountOf, mostDiscount, subtotalOf } from '@/components/invoices/model'
import { useSave } from './use-save'

/** Take an amount or a share off an invoice; what it comes to then is seen while typing. */
export function DiscountDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { tried, done } = useSave(invoice, onClose)
  const most = mostDiscount(invoice)
  const values: DiscountValues = {
    way: 'amount',
    amount: invoice.discount.amount || null,
    ppm: null,
    reason: invoice.discount.reason,
  }
  return (
    <FormDialog
      title={t(invoice.discount.amount > 0 ? 'editDiscount' : 'addDiscount')}
      values={values}
      schema={discountSchema(
        most,
        subtotalOf(invoice),
        t('discountTooMuch', { amount: format.money(most, invoice.currency) }),
      )}
      shown={['way', 'amount', 'ppm', 'reason']}
      save={(typed) => tried(editDiscount(invoice, discountBody(typed), typed.reason))}
      onSaved={(saved) => done(saved)}
      onClose={onClose}
    >
      <p className="text-soft">{t('discountText')}</p>
      <FormRadio
        name="way"
        label={t('discountWay')}
        options={(['amount', 'share'] as const).map((id) => ({ id, name: t(`discount_${id}`) }))}
      />
      <Amount invoice={invoice} />
      <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />
      <After invoice={invoice} />
    </FormDialog>
  )
}

function Amount({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const { clearErrors } = useFormContext()
  const way = useWatch<DiscountValues, 'way'>({ name: 'way' })
  if (way === 'share') return <FormPercent name="ppm" label={t('discount')} />
  return (
    <div onChange={() => clearErrors('amount')}>
      <FormMoney
        name="amount"
        label={t('discount')}
        hint={t('discountHint')}
        currency={invoice.currency}
        minValue={0}
      />
    </div>
  )
}

/** What is to be paid with the discount as it is typed. */
function After({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const typed = useWatch() as DiscountValues
  const off = typed.way === 'share' ? discountOf(invoice, typed.ppm ?? 0) : (typed.amount ?? 0)
  const total = subtotalOf(invoice) - off
  return (
    <p role="status" className="flex justify-between gap-4 border-t pt-3 font-semibold tabular-nums">
      <span>{t('newTotal')}</span>
      <span>{format.money(Math.max(0, total), invoice.currency)}</span>
    </p>
  )
}
