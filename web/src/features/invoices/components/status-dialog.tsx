'use client'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { FormDialog } from '@/components/form-dialog'
import { FormText } from '@/components/form-fields'
import * as rules from '@/lib/rules'
import { useFormat } from '@/lib/use-format'
import { setStatus, type Invoice, type Status } from '@/components/invoices/api'
import { useSave } from './use-save'

const schema = z.object({ reason: rules.trimmed(2000) })

type Props = { invoice: Invoice; status: Status; onClose: () => void }

/** Mark an invoice as sent without a mail, take one back, or make it void; says exactly what happens. */
export function StatusDialog({ invoice, status, onClose }: Props) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const { tried, done } = useSave(invoice, onClose)
  const money = (amount: number) => format.money(amount, invoice.currency)
  const number = invoice.number ?? t('draft')
  const deed = t(`do_${status}`)
  return (
    <FormDialog
      title={t(`status_title_${status}`, { number })}
      values={{ reason: '' }}
      schema={schema}
      shown={['reason']}
      {...(status === 'void' ? { deed } : { label: deed })}
      save={({ reason }) => tried(setStatus(invoice, status, reason))}
      onSaved={(saved) => done(saved, t(`status_done_${status}`, { number: saved.number ?? number }))}
      onClose={onClose}
    >
      <p className="text-soft text-pretty">{t(`status_text_${status}`, { count: invoice.trips_cnt })}</p>
      {status === 'void' && invoice.amount_paid > 0 && (
        <p className="text-soft text-pretty">{t('voidPaid', { amount: money(invoice.amount_paid) })}</p>
      )}
      {status !== 'sent' && <FormText name="reason" label={t('reason')} hint={t('reasonHint')} />}
    </FormDialog>
  )
}
