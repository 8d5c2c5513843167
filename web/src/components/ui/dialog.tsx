'use client'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useTranslations } from 'use-intl'
import { IconButton } from './button'
import { cx } from './cx'
import { ScrollBody } from './scroll-body'

const sizes = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-4xl' }

type Props = {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: keyof typeof sizes
  /** Stays in view under a long content; buttons from the right edge: the main one last. */
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False while something runs that must not be left: no Esc, no click beside it. */
  isDismissable?: boolean
  children: ReactNode
}

/** A window over the page: Esc and a click beside it close it, and focus goes back where it was. */
export function Dialog({ title, isOpen, onClose, size = 'md', footer, role, isDismissable = true, children }: Props) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      className="fixed inset-0 z-50 grid items-end bg-black/40 sm:place-items-center sm:p-6"
    >
      <Modal
        className={cx('w-full rounded-t-xl border bg-raised shadow-float sm:rounded-xl print:border-0', sizes[size])}
      >
        <AriaDialog role={role} className="flex max-h-[85dvh] flex-col outline-none">
          <DialogHead title={title} onClose={isDismissable ? onClose : undefined} />
          <ScrollBody className={footer ? 'px-5 pb-4' : 'px-5 pb-5'}>{children}</ScrollBody>
          {footer && <DialogFoot>{footer}</DialogFoot>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The title line of a dialog or drawer. */
export function DialogHead({ title, onClose }: { title: string; onClose?: () => void }) {
  const t = useTranslations('common')
  return (
    <div className="flex shrink-0 items-center justify-between gap-4 px-5 pt-4 pb-3">
      <Heading slot="title" className="text-lg font-semibold text-balance">
        {title}
      </Heading>
      {onClose && (
        <IconButton label={t('close')} onPress={onClose} className="-me-2">
          <X aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  )
}

/** The line of buttons that stays in view under a dialog or drawer. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap justify-end gap-3 border-t px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
      {children}
    </div>
  )
}
