import type { ReactNode, RefObject } from 'react'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  isChosen?: boolean
  isAfterLine?: boolean
  onAction: () => void
}

/** What an open menu is told by the button that opened it. */
export type OpenMenu = {
  id: string
  label: string
  button: RefObject<HTMLButtonElement | null>
  opened: 'pointer' | 'first' | 'last'
  onClose: () => void
}
