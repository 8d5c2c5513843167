'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from './button'
import { Dialog } from './dialog'

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** The deed itself ("Delete 3 trips"), never "OK". */
  confirmLabel: string
  isDanger?: boolean
  isPending?: boolean
  /** What exactly will happen. */
  children: ReactNode
}

/** The question before something that cannot be undone; where undo is possible, offer that instead. */
export function ConfirmDialog({ title, isOpen, onClose, onConfirm, confirmLabel, isDanger, ...rest }: Props) {
  const t = useTranslations('common')
  const { isPending = false, children } = rest
  const footer = (
    <>
      <Button onPress={onClose} isDisabled={isPending}>
        {t('cancel')}
      </Button>
      <Button look={isDanger ? 'destroy' : 'primary'} onPress={onConfirm} isPending={isPending} autoFocus={!isDanger}>
        {confirmLabel}
      </Button>
    </>
  )
  return (
    <Dialog
      role="alertdialog"
      size="sm"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={!isPending}
      footer={footer}
    >
      <div className="flex flex-col gap-3 text-soft text-pretty">{children}</div>
    </Dialog>
  )
}
