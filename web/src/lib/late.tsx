'use client'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'

/**
 * A part of a screen whose code comes when it is first drawn: what opens on a press, or a later step.
 *
 * `late(() => import('./flag-dialog').then((file) => file.FlagDialog))`; `waiting` stands in its place
 * until then.
 */
export function late<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null) {
  const Part = lazy(async () => ({ default: await load() }))
  return function Late(props: P) {
    return (
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    )
  }
}
