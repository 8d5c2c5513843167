'use client'
import { cloneElement, lazy, Suspense, type ComponentType, type ReactElement, type ReactNode } from 'react'
import type { MenuEntry, OpenMenu } from './menu-types'
import { useLateWindow } from './use-late-window'

type LateProps<P> = {
  label: string
  /** What the entries are about. */
  of: P
  /** A Button or IconButton. */
  children: ReactElement
}

/**
 * A menu whose entries, with their words, icons and deeds, come when somebody points at its button.
 *
 * `lateMenu(() => import('./order-entries').then((file) => file.OrderEntries))`; what is loaded draws a MenuWindow
 * with what it is given.
 */
export function lateMenu<P extends object>(load: () => Promise<ComponentType<P & OpenMenu>>) {
  const Window = lazy(async () => ({ default: await load() }))
  return function LateMenu({ label, of, children }: LateProps<P>) {
    const { id, ref, button, opened, close } = useLateWindow('menu', load)
    return (
      <>
        {cloneElement(children as ReactElement<object>, button)}
        {opened && (
          <Suspense fallback={null}>
            <Window {...{ ...of, id, label, button: ref, opened, onClose: close }} />
          </Suspense>
        )}
      </>
    )
  }
}

type Props = Omit<LateProps<object>, 'of'> & {
  entries: MenuEntry[]
  /** Stands above the entries: whose menu it is. */
  head?: ReactNode
}

const PlainMenu = lateMenu<Pick<Props, 'entries' | 'head'>>(() =>
  import('./menu-window').then((file) => file.MenuWindow),
)

/** A button (the child) that opens a list of things to do. */
export function Menu({ label, entries, head, children }: Props) {
  return (
    <PlainMenu label={label} of={{ entries, head }}>
      {children}
    </PlainMenu>
  )
}
