'use client'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NamedBlackout } from '@/api/models'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { RadioGroup } from '@/components/ui/radio-group'
import { useErrorText } from '@/components/ui/states'
import { toast } from '@/lib/toast'
import { deleteBlackout, restoreBlackout, useRenewBlackouts } from './api'
import { kindOf } from './model'
import { useSpanWords } from './use-words'

type Props = { blackout: NamedBlackout; count: number; onClose: () => void }

/** Whether one of a series goes or all of it; what is one by itself goes at once and can be brought back. */
export function DeleteBlackoutDialog({ blackout, count, onClose }: Props) {
  const t = useTranslations('blackouts')
  const words = useSpanWords()
  const [which, setWhich] = useState<'one' | 'all'>('one')
  const remove = useDelete(onClose)
  return (
    <ConfirmDialog
      title={t('deleteOf', { name: blackout.name })}
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ blackout, isAll: which === 'all' })}
      confirmLabel={which === 'all' ? t('deleteAll', { count }) : t('deleteOne')}
      isDanger
      isPending={remove.isPending}
    >
      <p className="tabular-nums">{words(blackout)}</p>
      {count > 1 && (
        <RadioGroup
          label={t('series')}
          value={which}
          onChange={setWhich}
          options={[
            { id: 'one', name: t('seriesOne') },
            { id: 'all', name: t('seriesAll', { count }) },
          ]}
        />
      )}
      <p>{t('deleteText')}</p>
    </ConfirmDialog>
  )
}

function useDelete(onClose: () => void) {
  const t = useTranslations('blackouts')
  const common = useTranslations('common')
  const errorText = useErrorText()
  const renew = useRenewBlackouts()
  const bringBack = (row: NamedBlackout) =>
    restoreBlackout(row)
      .then(renew)
      .catch((error: unknown) => toast.error(errorText(error)))
  return useMutation({
    mutationFn: ({ blackout, isAll }: { blackout: NamedBlackout; isAll: boolean }) =>
      deleteBlackout(kindOf(blackout), blackout.id, isAll),
    onSuccess: ({ deleted_cnt: count }, { blackout, isAll }) => {
      const undo = { label: common('undo'), onClick: () => void bringBack(blackout) }
      toast.success(t('deleted', { count }), isAll ? {} : { action: undo })
      onClose()
      return renew()
    },
    onError: (error) => toast.error(errorText(error)),
  })
}
