'use client'
import { cloneElement, lazy, Suspense, type ReactElement, type ReactNode } from 'react'
import { useLateWindow } from './use-late-window'

export type MenuEntry = {
  id: string
  label: string
  icon?: ReactNode
  isChosen?: boolean
  isAfterLine?: boolean
  onAction: () => void
}

type Props = {
  label: string
  entries: MenuEntry[]
  /** Stands above the entries: whose menu it is. */
  head?: ReactNode
  /** A Button or IconButton. */
  children: ReactElement
}

const load = () => import('./menu-window')
const MenuWindow = lazy(load)

/** A button (the child) that opens a list of things to do. */
export function Menu({ label, entries, head, children }: Props) {
  const { id, ref, button, opened, close } = useLateWindow('menu', load)
  return (
    <>
      {cloneElement(children as ReactElement<object>, button)}
      {opened && (
        <Suspense fallback={null}>
          <MenuWindow
            id={id}
            label={label}
            entries={entries}
            head={head}
            button={ref}
            opened={opened}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
