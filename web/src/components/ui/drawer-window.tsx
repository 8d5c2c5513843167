'use client'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { useStanding } from '@/lib/standing'
import { DialogFoot, DialogHead } from './dialog-parts'
import type { DrawerProps } from './drawer-types'
import { keepKeys } from './keep-keys'
import { ScrollBody } from './scroll-body'

/** An open Drawer; a file of its own, so that it can be loaded late. */
export default function DrawerWindow({ title, onClose, footer, children }: DrawerProps) {
  useStanding('window')
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-end justify-end bg-black/40 sm:items-stretch"
    >
      <Modal className="w-full rounded-t-xl border bg-raised shadow-float sm:max-w-md sm:rounded-none sm:border-y-0 sm:border-e-0">
        <AriaDialog ref={keepKeys} className="flex max-h-[88dvh] flex-col outline-none sm:h-full sm:max-h-none">
          <DialogHead title={title} onClose={onClose} />
          <ScrollBody className="px-5 pb-5">{children}</ScrollBody>
          {footer && <DialogFoot>{footer}</DialogFoot>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
