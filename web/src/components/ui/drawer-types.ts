import type { ReactNode } from 'react'

export type DrawerProps = {
  title: string
  isOpen: boolean
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
}
