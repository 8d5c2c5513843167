import type { ReactNode } from 'react'

export type DialogProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Stays in view under a long content; buttons from the right edge: the main one last. */
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False while something runs that must not be left: no Esc, no click beside it. */
  isDismissable?: boolean
  children: ReactNode
}
