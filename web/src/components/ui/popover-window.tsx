'use client'
import type { ReactNode, RefObject } from 'react'
import { Dialog, Popover } from 'react-aria-components'
import { keepKeys } from './keep-keys'
import { popoverClass } from './popover'

type Props = {
  id: string
  label: string
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  children: ReactNode
}

/** The open window of a PopoverButton; a file of its own, so that it can be loaded late. */
export default function PopoverWindow({ id, label, button, onClose, children }: Props) {
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      triggerRef={button}
      trigger="DialogTrigger"
      className={popoverClass}
    >
      <Dialog ref={keepKeys} id={id} aria-label={label} className="outline-none">
        {children}
      </Dialog>
    </Popover>
  )
}
