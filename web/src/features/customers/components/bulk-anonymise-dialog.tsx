'use client'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { BulkTarget } from '@/components/table/model'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { anonymiseAll } from '../api'
import { useRenew } from '../use-renew'

type Props = { target: BulkTarget; onClose: () => void; onDone: () => void }

/** Make many customers nobody; whoever is still needed is left out and named. */
export function BulkAnonymiseDialog({ target, onClose, onDone }: Props) {
  const t = useTranslations('customers')
  const errorText = useErrorText()
  const { shortList } = useFormat()
  const renew = useRenew()
  const run = useMutation({
    mutationFn: () => anonymiseAll(target),
    onSuccess: (outcome) => {
      onDone()
      void renew()
      if (outcome === null) return toast.success(t('bulkStarted'))
      const { anonymised_ids, skipped } = outcome
      const names = shortList(skipped.slice(0, 5).map((one) => one.name || `#${one.id}`))
      const description = skipped.length ? t('bulkSkipped', { count: skipped.length, names }) : undefined
      toast.success(t('bulkAnonymised', { count: anonymised_ids.length }), { description })
    },
  })
  return (
    <ConfirmDialog
      title={t('bulkAnonymiseTitle', { count: target.cnt })}
      isOpen
      onClose={onClose}
      onConfirm={() => run.mutate()}
      confirmLabel={t('anonymiseDo')}
      isDanger
      isPending={run.isPending}
    >
      {run.error && <Notice tone="bad">{errorText(run.error)}</Notice>}
      <p>{t('bulkAnonymiseText')}</p>
    </ConfirmDialog>
  )
}
