import type { ReactNode, RefObject } from 'react'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  isChosen?: boolean
  isAfterLine?: boolean
  /** What the entries of a group have in common: a reader of the screen hears it; entries of one group follow each other. */
  group?: string
  /** Ends something: last in its menu and in the color of that. */
  isDanger?: boolean
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
