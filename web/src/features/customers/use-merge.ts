'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useGo } from '@/lib/use-go'
import { mergeCustomers, undoMerge } from './api'
import { useFieldNames } from './use-names'
import { useRenew } from './use-renew'

type Merge = { keepId: number; mergeIds: number[]; choices: Record<string, number> }

/** Make one customer of several, with Undo. */
export function useMerge(onDone: () => void) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const renew = useRenew()
  const go = useGo()
  const undo = useUndoMerge()
  return useMutation({
    mutationFn: ({ keepId, mergeIds, choices }: Merge) => mergeCustomers(keepId, mergeIds, choices),
    onSuccess: async ({ customer, moved, merge_id }) => {
      onDone()
      go('customer', { customer: String(customer.id) })
      toast.success(t('mergeDone', { count: moved.trips }), {
        action: { label: common('undo'), onClick: () => undo.mutate(merge_id) },
      })
      await renew()
    },
  })
}

/** Take a merge back; says who is back and what stays because somebody edited it since. */
export function useUndoMerge() {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const fieldNames = useFieldNames()
  const renew = useRenew()
  return useMutation({
    mutationFn: undoMerge,
    onSuccess: async ({ edited }) => {
      const description = edited.length ? t('undoneEdited', { fields: fieldNames(edited) }) : undefined
      toast.success(t('undone'), { description })
      await renew()
    },
    onError: (error) => toast.error(common('failedTitle'), { description: errorText(error) }),
  })
}
