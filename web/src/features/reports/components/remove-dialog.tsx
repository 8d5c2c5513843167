'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { CustomReport } from '@/api/report-models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useErrorText } from '@/components/ui/states'
import { isolate } from '@/lib/isolate'
import { toast } from '@/lib/toast'
import { removeReport, savedQuery } from '../saved'
import type { ReportState } from '../state'

type Props = {
  saved: CustomReport
  state: ReportState
  show: (next: ReportState | null) => void
  onClose: () => void
}

/** The question before a saved report goes: for others too, where it is shared or mailed. */
export function RemoveDialog({ saved, state, show, onClose }: Props) {
  const t = useTranslations('reports')
  const queries = useQueryClient()
  const errorText = useErrorText()
  const remove = useMutation({
    mutationFn: () => removeReport(saved.id),
    onSuccess: () => {
      show({ ...state, saved: null })
      toast.success(t('removed'))
      onClose()
      return queries.invalidateQueries({ queryKey: savedQuery.queryKey })
    },
    onError: (error) => toast.error(errorText(error)),
  })
  return (
    <ConfirmDialog
      title={t('removeTitle', { name: isolate(saved.name) })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      isPending={remove.isPending}
      confirmLabel={t('remove')}
      isDanger
    >
      <p>{t('removeText')}</p>
    </ConfirmDialog>
  )
}
