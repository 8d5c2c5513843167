'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { useFormat } from '@/lib/use-format'
import { removePayment, type Invoice, type InvoicePayment } from '@/components/invoices/api'
import { useSave } from './use-save'

const schema = z.object({ reason: rules.name(2000) })

type Props = { invoice: Invoice; payment: InvoicePayment; onClose: () => void }

/** Remove a payment that was never made, or give one back to its card; its trips owe what they owed before. */
export function RemovePaymentDialog({ invoice, payment, onClose }: Props) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { tried, done } = useSave(invoice, onClose)
  const deed = payment.is_by_link ? 'refundPayment' : 'removePayment'
  const amount = format.money(payment.amount, invoice.currency)
  return (
    <FormDialog
      title={t(`${deed}Title`, { amount })}
      values={{ reason: '' }}
      schema={schema}
      shown={['reason']}
      deed={t(deed)}
      save={({ reason }) => tried(removePayment(invoice, payment.id, reason))}
      onSaved={(saved) => done(saved, t(payment.is_by_link ? 'paymentRefunded' : 'paymentRemoved'))}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{t(`${deed}Text`, { count: payment.allocations.length })}</p>
      <FormText name="reason" label={t('reason')} hint={t(`${deed}Hint`)} autoFocus />
    </FormDialog>
  )
}
