import { useEffect, useMemo } from 'react'
import { applyBrand } from '../brand'
import { translator } from '../i18n'
import { useInit, useMessages, type Loaded } from '../boot'
import { displayLocale, isRightToLeft } from '../languages'
import { loadCalendarMessages, type CalendarKey } from '../messages/calendar'
import { todayIn } from '../month'
import { serverNow } from '../api'
import type { Init } from '../types'
import { Calendar } from './calendar'
import { CalendarProvider, type CalendarSettings, type CalendarUi } from './context'
import { Failure } from './failure'

function describe(init: Init, { language, messages }: Loaded<CalendarKey>): Omit<CalendarUi, 'settings' | 'chooseLanguage'> {
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
  const [loaded, chooseLanguage] = useMessages(settings.language, loadCalendarMessages)
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
