/** What both frames do first: words in the reader's language, and the operator's shared data. */
import { useCallback, useEffect, useState } from 'react'
import { post } from './api'
import { first } from './first'
import type { Plural } from './i18n'
import { chooseLanguage, type LanguageCode } from './languages'
import { recalledLanguage, rememberLanguage } from './query'
import type { Init } from './types'
import { applyLanguage, spokenFor } from './words'

export type Loaded<Keys extends string> = { language: LanguageCode; messages: Record<Keys, string | Plural> }

type Load<Keys extends string> = (language: LanguageCode) => Promise<Record<Keys, string | Plural>>

/** The messages that came with the page. */
function cameAlong<Keys extends string>(): Loaded<Keys> | null {
  const { language, messages } = first()
  return language && messages ? { language, messages: messages as Record<Keys, string | Plural> } : null
}

/** The messages of the chosen language, and the way to choose another. */
export function useMessages<Keys extends string>(
  fromUrl: string | null,
  load: Load<Keys>,
): [Loaded<Keys> | null, (language: LanguageCode) => void] {
  const [loaded, setLoaded] = useState<Loaded<Keys> | null>(cameAlong)
  const [language, setLanguage] = useState(
    () => loaded?.language ?? spokenFor(chooseLanguage(fromUrl, recalledLanguage(), navigator.languages)),
  )
  const isThere = loaded?.language === language
  useEffect(() => {
    if (isThere) return applyLanguage(language)
    let isCurrent = true
    load(language)
      .catch(() => load('en'))
      .then((messages) => {
        if (!isCurrent) return
        applyLanguage(language)
        setLoaded({ language, messages })
      })
    return () => void (isCurrent = false)
  }, [language, load, isThere])
  const choose = useCallback((chosen: LanguageCode) => {
    rememberLanguage(chosen)
    setLanguage(chosen)
  }, [])
  return [loaded, choose]
}

type InitState = { init: Init | null; error: unknown; attempt: number }

/** What came with the page or the answer of `POST /api/init`, or the error, and the way to try again. */
export function useInit(): [InitState, () => void] {
  const [state, setState] = useState<InitState>(() => ({ init: first().init ?? null, error: null, attempt: 1 }))
  const { attempt } = state
  useEffect(() => {
    if (attempt === 1 && first().init) return
    let isCurrent = true
    post<Init>('/api/init', {}).then(
      (init) => isCurrent && setState((before) => ({ ...before, init, error: null })),
      (error: unknown) => isCurrent && setState((before) => ({ ...before, error })),
    )
    return () => void (isCurrent = false)
  }, [attempt])
  const retry = useCallback(
    () => setState((before) => ({ init: null, error: null, attempt: before.attempt + 1 })),
    [],
  )
  return [state, retry]
}
