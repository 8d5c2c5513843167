'use client'
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components'
import { useStanding } from '@/lib/standing'
import { cx } from './cx'
import type { DialogProps } from './dialog-types'
import { DialogFoot, DialogHead } from './dialog-parts'
import { keepKeys } from './keep-keys'
import { ScrollBody } from './scroll-body'

const sizes = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }

/** An open Dialog; a file of its own, so that it can be loaded late. */
export default function DialogWindow({ title, onClose, size = 'md', footer, role, ...rest }: DialogProps) {
  useStanding('window')
  const { isDismissable = true, children } = rest
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className="fixed inset-0 z-50 grid items-end bg-black/40 sm:place-items-center sm:p-6"
    >
      <Modal
        className={cx('w-full rounded-t-xl border bg-raised shadow-float sm:rounded-xl print:border-0', sizes[size])}
      >
        <AriaDialog ref={keepKeys} role={role} className="flex max-h-[85dvh] flex-col outline-none">
          <DialogHead title={title} onClose={isDismissable ? onClose : undefined} />
          <ScrollBody className={footer ? 'px-5 pb-4' : 'px-5 pb-5'}>{children}</ScrollBody>
          {footer && <DialogFoot>{footer}</DialogFoot>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
