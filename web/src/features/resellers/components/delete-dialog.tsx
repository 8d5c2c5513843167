'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { useGo } from '@/lib/use-go'
import { deleteReseller, resellerKey } from '../api'
import { knownUses } from '../model'
import type { TabProps } from './types'

/** Delete a reseller nothing names; one that something names is archived, and it is said what names them. */
export function DeleteDialog({ reseller, onClose }: TabProps & { onClose: () => void }) {
  const t = useTranslations('resellers')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const format = useFormat()
  const queries = useQueryClient()
  const go = useGo()
  const { name } = reseller
  const run = useMutation({
    mutationFn: () => deleteReseller(reseller),
    onSuccess: ({ outcome, uses }) => {
      onClose()
      void queries.invalidateQueries({ queryKey: ['list', 'resellers'] })
      if (outcome === 'deleted') {
        toast.success(t('deleted', { name }))
        go('resellers', {})
        return
      }
      const known = uses.map((one) => knownUses.find((use) => use === one))
      const what = known.map((use) => t(use ? `use_${use}` : 'use_other'))
      toast.success(t('archivedInstead', { name }), { description: t('archivedWhy', { what: format.list(what) }) })
      void queries.invalidateQueries({ queryKey: resellerKey(reseller.id) })
    },
  })
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={common('delete')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  )
}
