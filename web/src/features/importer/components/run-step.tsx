'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { cancel } from '../api'
import type { Kind } from '../model'
import { useKindName } from '../use-words'

type Props = { kind: Kind; state: ImportState; onChanged: (state: ImportState) => void }

/** The import at work: how far it is, and that nobody has to wait for it here. */
export function RunStep({ kind, state, onChanged }: Props) {
  const t = useTranslations('importer')
  const kindName = useKindName()
  const errorText = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const stop = useMutation({
    mutationFn: () => cancel(state.iej_id),
    onSuccess: onChanged,
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsking(false),
  })
  const done = state.ok_rows + state.error_rows
  return (
    <div className="max-w-xl space-y-4">
      <ProgressBar label={t('importKind', { name: kindName(kind) })} value={done} max={state.total_rows} />
      <p className="text-pretty text-soft">{t('leave')}</p>
      <Button onPress={() => setAsking(true)}>{t('stop')}</Button>
      <ConfirmDialog
        title={t('stopTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => stop.mutate()}
        confirmLabel={t('stop')}
        isDanger
        isPending={stop.isPending}
      >
        {t('stopText')}
      </ConfirmDialog>
    </div>
  )
}
