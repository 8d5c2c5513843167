import { createContext, useContext, useEffect, useState } from 'react'
import type { Translate } from '../i18n'
import type { LanguageCode } from '../languages'
import type { TripKey } from '../messages/trip'
import type { Experience, Init } from '../types'
import type { Checkout } from './checkout/flow'
import type { Purchase } from './checkout/checkout'

export type BuilderUi = {
  purchase: Purchase
  state: Checkout
  init: Init
  experience: Experience | null
  language: LanguageCode
  locale: string
  today: string
  showDetail: boolean
  t: Translate<TripKey>
  money: (minor: number) => string
  /** None where the builder stands in the page itself: there is nothing to close. */
  close: (() => void) | null
  /** Where the choice of an activity leads to another page: from a calendar on somebody's page to the booking. */
  open?: (experienceId: number, date: string) => void
}

const BuilderContext = createContext<BuilderUi | null>(null)

export const BuilderProvider = BuilderContext.Provider

export function useBuilder(): BuilderUi {
  const ui = useContext(BuilderContext)
  if (!ui) throw new Error('The trip builder is used outside its provider.')
  return ui
}

export type Load<T> = { data: T | null; error: unknown; retry: () => void }

/** Loads what belongs to a key; answers for an earlier key are dropped. */
export function useLoad<T>(key: string, load: () => Promise<T>): Load<T> {
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown }>({ key, data: null, error: null })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setState({ key, data: null, error: null })
    load().then(
      (data) => isCurrent && setState({ key, data, error: null }),
      (error: unknown) => isCurrent && setState({ key, data: null, error }),
    )
    return () => void (isCurrent = false)
    // The key says when there is something new to load.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, attempt])
  const isStale = state.key !== key
  return { data: isStale ? null : state.data, error: isStale ? null : state.error, retry: () => setAttempt((n) => n + 1) }
}
