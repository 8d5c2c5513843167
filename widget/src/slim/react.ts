/**
 * Stands in for `react` in what visitors load: Preact's core and hooks. Its own compatibility layer
 * weighs as much as the calendar's grid, and of all it brings only what is here is used.
 */
import { options, type VNode } from 'preact'
import { useEffect, useLayoutEffect, useState } from 'preact/hooks'

export { createContext, createElement, Fragment } from 'preact'
export * from 'preact/hooks'

/** React's `onChange` of a text field is the browser's `input`, of everything else its `change`. */
const TYPED = /^(textarea|input(?!(checkbox|radio|file|range)$))/

const before = options.vnode
options.vnode = (vnode: VNode): void => {
  const props = vnode.props as { type?: string; onChange?: unknown; onInput?: unknown }
  if (props.onChange && typeof vnode.type === 'string' && TYPED.test(vnode.type + (props.type ?? ''))) {
    props.onInput ??= props.onChange
    delete props.onChange
  }
  before?.(vnode)
}

/** Draws anew when a store outside of components changes. */
export function useSyncExternalStore<State>(subscribe: (listen: () => void) => () => void, read: () => State): State {
  const value = read()
  const [, draw] = useState({ value })
  useLayoutEffect(() => void (read() !== value && draw({ value: read() })))
  useEffect(() => {
    const listen = (): void => draw({ value: read() })
    listen()
    return subscribe(listen)
  }, [subscribe, read])
  return value
}
