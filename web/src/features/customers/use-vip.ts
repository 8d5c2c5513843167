'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CustomerFull } from '@/api/models'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { customerQuery, setVip } from './api'
import { useRenew } from './use-renew'

/** Give or take the star at once, with Undo; a refusal puts it back and says why. */
export function useVip(customer: CustomerFull, name: string) {
  const t = useTranslations('customers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const queries = useQueryClient()
  const renew = useRenew()
  const { queryKey } = customerQuery(customer.id)
  const show = (is_vip: boolean) => queries.setQueryData(queryKey, (now) => now && { ...now, is_vip })
  const { mutate } = useMutation({
    scope: { id: `vip-${customer.id}` },
    mutationFn: ({ to }: { to: boolean; isUndo?: boolean }) => setVip(customer.id, to),
    onMutate: async ({ to, isUndo }) => {
      await queries.cancelQueries({ queryKey })
      show(to)
      toast.success(t(to ? 'vipGiven' : 'vipTaken', { name }), {
        id: `vip-${customer.id}`,
        action: isUndo ? undefined : { label: common('undo'), onClick: () => mutate({ to: !to, isUndo: true }) },
      })
    },
    onError: (error, { to }) => {
      show(!to)
      toast.error(common('failedTitle'), { id: `vip-${customer.id}`, description: errorText(error) })
    },
    onSettled: renew,
  })
  return (to: boolean) => mutate({ to })
}
