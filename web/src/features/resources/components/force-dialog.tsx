'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Refused } from '../use-move'

type Props = Refused & { onForce: () => void; onClose: () => void; isPending: boolean }

/** Only a blackout is in the way: it may be overridden, knowingly. */
export function ForceDialog({ text, onForce, onClose, isPending }: Props) {
  const t = useTranslations('resources')
  return (
    <ConfirmDialog
      title={t('forceTitle')}
      isOpen
      onClose={onClose}
      onConfirm={onForce}
      confirmLabel={t('force')}
      isDanger
      isPending={isPending}
    >
      <p>{text}</p>
      <p>{t('forceText')}</p>
    </ConfirmDialog>
  )
}
