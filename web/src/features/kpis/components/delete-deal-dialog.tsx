'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { SalesDeal } from '@/api/platform-models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { crmQuery, deleteDeal } from '../api'

/** The question before a deal goes, here and in HubSpot. */
export function DeleteDealDialog({ deal, onClose }: { deal: SalesDeal; onClose: () => void }) {
  const t = useTranslations('kpis')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const { data: crm } = useQuery(crmQuery)
  const remove = useMutation({
    mutationFn: () => deleteDeal(deal),
    onSuccess: () => toast.success(t('dealDeleted')),
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: ['kpis'] })
    },
  })
  return (
    <ConfirmDialog
      title={t('deleteDealTitle', { name: isolate(deal.name) })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      confirmLabel={t('deleteDeal')}
      isDanger
      isPending={remove.isPending}
    >
      <p>{t('deleteDealText')}</p>
      {crm && crm.state !== 'none' && <p>{t('deleteDealHubspot')}</p>}
    </ConfirmDialog>
  )
}
