'use client'
import { useMutation } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportState } from '@/api/models'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useErrorText } from '@/components/ui/states'
import { useSession } from '@/lib/session'
import { toast } from '@/lib/toast'
import { useFormat } from '@/lib/use-format'
import { undo } from '../api'

type Props = { state: ImportState; onChanged: (state: ImportState) => void }

/** Taking all of it back: what it would mean, how far it is, and what had to stay. */
export function UndoPart({ state, onChanged }: Props) {
  const t = useTranslations('importer')
  const { undo: back } = state
  if (back.status === 'running') {
    const all = state.created_rows + state.updated_rows
    return <ProgressBar label={t('undoing')} value={back.undone + back.kept} max={all} />
  }
  if (back.kept > 0) return <Kept state={state} />
  return back.is_possible && <UndoButton state={state} onChanged={onChanged} />
}

function UndoButton({ state, onChanged }: Props) {
  const t = useTranslations('importer')
  const errorText = useErrorText()
  const format = useFormat()
  const zone = useSession()?.properties.time_zone ?? 'UTC'
  const [isAsking, setAsking] = useState(false)
  const run = useMutation({
    mutationFn: () => undo(state.iej_id),
    onSuccess: onChanged,
    onError: (error) => toast.error(errorText(error)),
    onSettled: () => setAsking(false),
  })
  const count = state.created_rows + state.updated_rows
  return (
    <section aria-labelledby="import-undo" className="space-y-3 border-t pt-6">
      <h3 id="import-undo" className="font-semibold">
        {t('undoTitle')}
      </h3>
      <p className="max-w-prose text-sm text-pretty text-soft">
        {t('undoText')} {state.undo.until && t('undoUntil', { when: format.instant(state.undo.until, zone) })}
      </p>
      <Button onPress={() => setAsking(true)}>
        <Undo2 aria-hidden className="size-4" />
        {t('undo')}
      </Button>
      <ConfirmDialog
        title={t('undoTitle')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => run.mutate()}
        confirmLabel={t('undo')}
        isDanger
        isPending={run.isPending}
      >
        {t(state.object === 'trips' ? 'undoAsk' : 'undoAskRows', { count })}
      </ConfirmDialog>
    </section>
  )
}

/** What was not taken back, and why. */
function Kept({ state }: Pick<Props, 'state'>) {
  const t = useTranslations('importer')
  return (
    <section aria-labelledby="import-kept" className="space-y-3 border-t pt-6">
      <h3 id="import-kept" className="font-semibold">
        {t('kept', { count: state.undo.kept })}
      </h3>
      <ul className="space-y-1 text-sm">
        {state.undo.reasons.map((one) => (
          <li key={one.row}>
            <span className="font-medium">{t('rowNo', { row: one.row })}</span> <bdi>{one.message}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
