import { useEffect, useState } from 'react'
import type * as late from './late'

export type Late = typeof late

let loaded: Late | null = null
let loading: Promise<Late> | null = null

/** Loads what later steps need, once; a load that failed is tried again with the next step. */
function load(): Promise<Late> {
  loading ??= import('./late').then(
    (found) => (loaded = found),
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

export type LateState = { late: Late | null; hasFailed: boolean; retry: () => void }

/** The later steps, as soon as they are here. `isNeeded` says that the visitor waits for them. */
export function useLate(isNeeded: boolean): LateState {
  const [late, setLate] = useState<Late | null>(loaded)
  const [failed, setFailed] = useState(0)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (late) return
    let isCurrent = true
    load().then(
      (found) => isCurrent && setLate(found),
      () => isCurrent && setFailed(attempt + 1),
    )
    return () => void (isCurrent = false)
  }, [late, attempt, isNeeded])
  return { late, hasFailed: failed > attempt && isNeeded, retry: () => setAttempt(attempt + 1) }
}
