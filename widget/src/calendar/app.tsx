import { useCallback, useEffect, useMemo, useState } from 'react'
import { applyBrand } from '../brand'
import { translator } from '../i18n'
import { chooseLanguage, displayLocale, isRightToLeft, type LanguageCode } from '../languages'
import { loadCalendarMessages, type CalendarMessages } from '../messages/calendar'
import { todayIn } from '../month'
import { recalledLanguage, rememberLanguage } from '../query'
import { post, serverNow } from '../api'
import type { Init } from '../types'
import { Calendar } from './calendar'
import { CalendarProvider, type CalendarSettings, type CalendarUi } from './context'
import { Failure } from './failure'

type Loaded = { language: LanguageCode; messages: CalendarMessages }

function useMessages(fromUrl: string | null): [Loaded | null, (language: LanguageCode) => void] {
  const [language, setLanguage] = useState(() => chooseLanguage(fromUrl, recalledLanguage(), navigator.languages))
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    let isCurrent = true
    loadCalendarMessages(language)
      .catch(() => loadCalendarMessages('en'))
      .then((messages) => {
        if (!isCurrent) return
        document.documentElement.lang = language
        document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr'
        setLoaded({ language, messages })
      })
    return () => void (isCurrent = false)
  }, [language])
  const choose = useCallback((chosen: LanguageCode) => {
    rememberLanguage(chosen)
    setLanguage(chosen)
  }, [])
  return [loaded, choose]
}

type InitState = { init: Init | null; error: unknown; attempt: number }

function useInit(): [InitState, () => void] {
  const [state, setState] = useState<InitState>({ init: null, error: null, attempt: 1 })
  const { attempt } = state
  useEffect(() => {
    let isCurrent = true
    post<Init>('/api/init', {}).then(
      (init) => isCurrent && setState((before) => ({ ...before, init, error: null })),
      (error: unknown) => isCurrent && setState((before) => ({ ...before, error })),
    )
    return () => void (isCurrent = false)
  }, [attempt])
  const retry = useCallback(() => setState(({ attempt }) => ({ init: null, error: null, attempt: attempt + 1 })), [])
  return [state, retry]
}

function describe(init: Init, { language, messages }: Loaded): Omit<CalendarUi, 'settings' | 'chooseLanguage'> {
  const locale = displayLocale(language, init.properties.locale)
  const live = init.experiences.filter((experience) => experience.status.slug === 'live')
  return {
    init,
    experiences: new Map(live.map((experience) => [experience.id, experience])),
    language,
    locale,
    today: todayIn(init.properties.time_zone, new Date(serverNow())),
    isRightToLeft: isRightToLeft(language),
    t: translator(messages, locale),
  }
}

/** Brings the words and the shared data together, then shows the calendar or what went wrong. */
export function CalendarApp({ settings }: { settings: CalendarSettings }) {
  const [loaded, chooseLanguage] = useMessages(settings.language)
  const [{ init, error }, retry] = useInit()
  useEffect(() => {
    if (init) applyBrand(init.properties.brand_color)
  }, [init])
  const value = useMemo(
    () => init && loaded && { ...describe(init, loaded), settings, chooseLanguage },
    [init, loaded, settings, chooseLanguage],
  )
  if (!loaded) return <div className="boot" aria-hidden="true" />
  if (error) return <Failure error={error} t={translator(loaded.messages, loaded.language)} onRetry={retry} />
  if (!value) return <div className="boot" aria-hidden="true" />
  return (
    <CalendarProvider value={value}>
      <Calendar />
    </CalendarProvider>
  )
}
