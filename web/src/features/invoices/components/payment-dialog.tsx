'use client'
import { useFormContext } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { FormSelect } from '@/components/form-choices'
import { FormDialog } from '@/components/form-dialog'
import { FormMoney, FormText, useField } from '@/components/form-fields'
import { Button } from '@/components/ui/button'
import { DateField } from '@/components/ui/date-field'
import { atField } from '@/lib/at-field'
import { useFormat } from '@/lib/use-format'
import { addPayment, type Invoice } from '@/components/invoices/api'
import { paymentBody, paymentSchema, type PaymentValues } from '../form'
import { methods } from '@/components/invoices/model'
import { useMethodName, usePlace } from '@/components/invoices/use-words'
import { useSave } from './use-save'

/** Record what a partner paid of an invoice, or what was paid to them; more than the balance is refused. */
export function PaymentDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const tooMuch = (balance: number) => t('overpayment', { amount: format.money(balance, invoice.currency) })
  const { today, zone } = usePlace()
  const { tried, done } = useSave(invoice, onClose)
  const says = { tooMuch: tooMuch(invoice.balance), inFuture: t('paidInFuture') }
  const values: PaymentValues = { amount: invoice.balance, method: 'wire_ach', paid_on: today, note: '' }
  const save = (typed: PaymentValues) =>
    addPayment(invoice, paymentBody(typed, today, zone)).catch((error: unknown) => {
      // The balance is somebody else's doing: what is left of it now is the server's to say.
      const left = error instanceof ApiError ? Number(error.detail.balance ?? invoice.balance) : 0
      throw atField(error, 'overpayment', 'amount', tooMuch(left))
    })
  const recorded = (saved: Invoice) =>
    saved.balance > 0
      ? t('paymentRecorded', { amount: format.money(saved.balance, saved.currency) })
      : t('paidInFull', { number: saved.number ?? '' })
  return (
    <FormDialog
      title={t(invoice.direction === 'payable' ? 'recordPayout' : 'recordPayment')}
      values={values}
      schema={paymentSchema(invoice.balance, today, says)}
      shown={['amount', 'method', 'paid_on', 'note']}
      label={t('record')}
      save={(typed) => tried(save(typed))}
      onSaved={(saved) => done(saved, recorded(saved))}
      onClose={onClose}
    >
      <Amount invoice={invoice} />
      <Method />
      <PaidOn today={today} />
      <FormText name="note" label={t('paymentNote')} hint={t('paymentNoteHint')} />
      <p className="text-sm text-faint text-pretty">{t('paymentText')}</p>
    </FormDialog>
  )
}

function Amount({ invoice }: { invoice: Invoice }) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { setValue } = useFormContext<PaymentValues>()
  const balance = format.money(invoice.balance, invoice.currency)
  return (
    <div>
      <FormMoney name="amount" label={t('amount')} currency={invoice.currency} minValue={0} />
      <Button
        size="sm"
        look="quiet"
        className="-ms-3 mt-1"
        onPress={() => setValue('amount', invoice.balance, { shouldValidate: true })}
      >
        {t('fullBalance', { amount: balance })}
      </Button>
    </div>
  )
}

function Method() {
  const t = useTranslations('invoices')
  const methodName = useMethodName()
  return <FormSelect name="method" label={t('paidBy')} options={methods.map((id) => ({ id, name: methodName(id) }))} />
}

function PaidOn({ today }: { today: string }) {
  const t = useTranslations('invoices')
  const { value, onChange, error } = useField<string | null>('paid_on')
  return <DateField label={t('paidOn')} value={value} onChange={onChange} today={today} error={error} />
}
