'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { deleteCustomers } from '../api'
import { useReasons } from '../use-reasons'
import { useRenew } from '../use-renew'

type Props = { customer: CustomerFull; name: string; onClose: () => void }

/** Delete somebody who was entered by mistake: only when nothing hangs on them. */
export function DeleteDialog({ customer, name, onClose }: Props) {
  const t = useTranslations('customers')
  const errorText = useErrorText()
  const reasons = useReasons()
  const renew = useRenew()
  const go = useGo()
  const run = useMutation({
    mutationFn: () => deleteCustomers([customer.id], 'delete_if_empty'),
    onSuccess: ({ deleted_ids }) => {
      if (deleted_ids.length === 0) return
      onClose()
      toast.success(t('deleted', { name }))
      void renew()
      go('customers', {})
    },
  })
  const refusal = run.data?.skipped[0]
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t('deleteDo')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
      {refusal && <Notice tone="bad">{reasons(refusal.reasons)}</Notice>}
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  )
}
