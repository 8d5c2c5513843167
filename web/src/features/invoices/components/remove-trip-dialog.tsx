'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { useFormat } from '@/lib/use-format'
import { removeTrip, type Invoice, type InvoiceLine } from '@/components/invoices/api'
import { whyKept } from '@/components/invoices/model'
import { useRefusal } from '@/components/invoices/use-words'
import { useSave } from './use-save'

type Props = { invoice: Invoice; line: InvoiceLine; onClose: () => void }

/** Take a trip off an invoice; it can be billed again. */
export function RemoveTripDialog({ invoice, line, onClose }: Props) {
  const t = useTranslations('invoices')
  const format = useFormat()
  const refusal = useRefusal()
  const { tried, done } = useSave(invoice, onClose)
  const run = useMutation({
    mutationFn: () => tried(removeTrip(invoice, line.trip.id)),
    onSuccess: (saved) => done(saved, t('tripRemoved')),
  })
  const { contact_name, confirmation_code } = line.trip
  const name = contact_name || confirmation_code
  const isTooMuch = whyKept(invoice, line) === 'discount'
  return (
    <ConfirmDialog
      title={t('removeTripTitle', { name })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t('removeTrip')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{refusal(run.error)}</Notice>}
      {isTooMuch && <Notice tone="warn">{t('removeTripDiscount')}</Notice>}
      <p>
        {t('removeTripText', {
          amount: format.money(line.net_amount, invoice.currency),
          total: format.money(invoice.total_due - line.net_amount, invoice.currency),
        })}
      </p>
    </ConfirmDialog>
  )
}
