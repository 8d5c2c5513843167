import { useRef, useState } from 'react'
import { ApiError, NetworkError } from '../api'
import { Attempts } from '../attempts'
import type { PortalKey } from '../messages/portal'

const REASONS: Record<string, PortalKey> = {
  not_bookable: 'departureGone',
  departure_full: 'departureGone',
  sold_out: 'departureGone',
  cutoff: 'cutoffPassed',
  started: 'cutoffPassed',
  paying: 'whyPaying',
  stale_preview: 'sumsChanged',
  stale_version: 'sumsChanged',
  price_changed: 'sumsChanged',
  rate_limited: 'tooMany',
  too_many_attempts: 'tooMany',
}

/** What went wrong, in the page's words; what was typed stays either way. */
export function problemOf(error: unknown): PortalKey {
  if (error instanceof NetworkError) return 'networkLost'
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 429) return 'tooMany'
  if (error.code === 'validation_failed') return 'checkFields'
  const code = error.code === 'self_service_refused' ? String(error.detail.reason) : error.code
  return REASONS[code] ?? (error.status === 409 ? 'notNow' : 'failed')
}

export const isStale = (error: unknown): boolean => error instanceof ApiError && problemOf(error) === 'sumsChanged'

/** The fields that the server refuses, by the path it calls them. */
export function refusedFields(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError) || error.code !== 'validation_failed') return {}
  const fields = (error.detail.fields ?? {}) as Record<string, string[]>
  return Object.fromEntries(Object.entries(fields).map(([path, [text]]) => [path, text ?? '']))
}

export type Task = {
  isBusy: boolean
  problem: PortalKey | null
  error: unknown
  /** Does one thing at a time, and keeps what went wrong with it. */
  run: (work: () => Promise<void>) => Promise<void>
  /** The key under which a request is sent; the same until an answer to it came. */
  keyFor: (body: unknown) => string
  clear: () => void
}

/** Work that waits for the server: whether it is on, and what went wrong with it. */
export function useTask(): Task {
  const [{ isBusy, error }, set] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null })
  const own = useRef({ isRunning: false, attempts: new Attempts() }).current
  const run = async (work: () => Promise<void>): Promise<void> => {
    if (own.isRunning) return
    own.isRunning = true
    set({ isBusy: true, error: null })
    let problem: unknown = null
    try {
      await work()
      own.attempts.settle('own')
    } catch (happened) {
      problem = happened
      if (!(happened instanceof NetworkError)) own.attempts.settle('own')
    } finally {
      own.isRunning = false
      set({ isBusy: false, error: problem })
    }
  }
  return {
    isBusy,
    error,
    problem: error ? problemOf(error) : null,
    run,
    keyFor: (body) => own.attempts.keyFor('own', body),
    clear: () => set({ isBusy, error: null }),
  }
}
