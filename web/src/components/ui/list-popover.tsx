'use client'
import type { ReactNode, RefObject } from 'react'
import { Popover } from 'react-aria-components'
import { cx } from './cx'
import { popoverClass } from './popover'

type Props = {
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
  className?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  children: ReactNode
}

/** What opens below a field with things to choose from, at least as wide as the field. */
export function ListPopover({ button, onClose, className, ...rest }: Props) {
  return (
    <Popover
      {...rest}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      triggerRef={button}
      trigger="Select"
      placement="bottom start"
      className={cx(popoverClass, 'min-w-(--trigger-width)', className)}
    />
  )
}
