'use client'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { DialogFoot, DialogHead } from './dialog'
import { ScrollBody } from './scroll-body'

type Props = { title: string; isOpen: boolean; onClose: () => void; footer?: ReactNode; children: ReactNode }

/** A panel at the side of the desk, a sheet from below on the phone; closes like a dialog. */
export function Drawer({ title, isOpen, onClose, footer, children }: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-end bg-black/40 sm:items-stretch"
    >
      <Modal className="w-full rounded-t-xl border bg-raised shadow-float sm:max-w-md sm:rounded-none sm:border-y-0 sm:border-e-0">
        <AriaDialog className="flex max-h-[88dvh] flex-col outline-none sm:h-full sm:max-h-none">
          <DialogHead title={title} onClose={onClose} />
          <ScrollBody className="px-5 pb-5">{children}</ScrollBody>
          {footer && <DialogFoot>{footer}</DialogFoot>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
