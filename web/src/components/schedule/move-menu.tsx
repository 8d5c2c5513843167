'use client'
import { late } from '@/lib/late'

export type MoveTarget = { key: string; name: string; isHere: boolean }

type Props = {
  /** "Move to …" */
  label: string
  /** What is moved; the menu opens at it, and the focus goes back to it. */
  at: HTMLElement
  targets: MoveTarget[]
  onMove: (key: string) => void
  onClose: () => void
}

const MenuWindow = late(() => import('@/components/ui/menu-window').then((file) => file.MenuWindow))

/** The keyboard's way to what useCarry does with a pointer: a list of the places to move something to. */
export function MoveMenu({ label, at, targets, onMove, onClose }: Props) {
  const entries = targets.map(({ key, name, isHere }) => ({
    id: key,
    label: name,
    isChosen: isHere,
    onAction: () => (isHere ? undefined : onMove(key)),
  }))
  return (
    <MenuWindow
      id="move-menu"
      label={label}
      head={<p className="border-b px-4 py-2 text-sm font-medium text-soft">{label}</p>}
      entries={entries}
      button={{ current: at as HTMLButtonElement }}
      opened="first"
      onClose={onClose}
    />
  )
}
