'use client'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { IconButton } from './button'

type Props = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode }

/** A window over the page: Esc and a click beside it close it, and focus goes back where it was. */
export function Dialog({ title, isOpen, onClose, children }: Props) {
  const t = useTranslations('common')
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 grid items-end bg-black/40 sm:place-items-center sm:p-6"
    >
      <Modal className="max-h-[85dvh] w-full overflow-y-auto rounded-t-xl border bg-raised shadow-float sm:max-w-lg sm:rounded-xl">
        <AriaDialog className="p-5 outline-none">
          <div className="mb-4 flex items-center justify-between gap-4">
            <Heading slot="title" className="text-lg font-semibold">
              {title}
            </Heading>
            <IconButton label={t('close')} onPress={onClose}>
              <X aria-hidden className="size-5" />
            </IconButton>
          </div>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
