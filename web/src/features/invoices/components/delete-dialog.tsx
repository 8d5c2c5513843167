'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { deleteInvoice, invoiceQuery, type Invoice } from '@/components/invoices/api'
import { useRenew } from '@/components/invoices/use-renew'
import { useRefusal } from '@/components/invoices/use-words'

type Props = { invoice: Invoice; onClose: () => void; onGone: () => void }

/** Delete an invoice that no one has received; its trips can be billed again. */
export function DeleteDialog({ invoice, onClose, onGone }: Props) {
  const t = useTranslations('invoices')
  const common = useTranslations('common')
  const format = useFormat()
  const refusal = useRefusal()
  const queries = useQueryClient()
  const renew = useRenew()
  const run = useMutation({
    mutationFn: () => deleteInvoice(invoice),
    onSuccess: () => {
      onGone()
      queries.removeQueries({ queryKey: invoiceQuery(invoice.id).queryKey })
      renew()
      toast.success(t('deleted'))
    },
    onError: () => void queries.invalidateQueries({ queryKey: invoiceQuery(invoice.id).queryKey }),
  })
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={common('delete')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{refusal(run.error)}</Notice>}
      <p>
        {t('deleteText', {
          name: invoice.reseller.name,
          amount: format.money(invoice.total_due, invoice.currency),
          count: invoice.trips_cnt,
        })}
      </p>
    </ConfirmDialog>
  )
}
