import { createContext, useContext } from 'react'
import type { Translate } from '../i18n'
import type { LanguageCode } from '../languages'
import type { CalendarKey } from '../messages/calendar'
import type { WidgetQuery } from '../query'
import type { Experience, Init } from '../types'

export type CalendarSettings = WidgetQuery & {
  isCompact: boolean
  isPrompting: boolean
  /** A preview draws the calendar without asking for availability. */
  isPreview: boolean
  category: string | null
  reseller: string | null
  theme: string | null
}

export type CalendarUi = {
  init: Init
  experiences: ReadonlyMap<number, Experience>
  settings: CalendarSettings
  language: LanguageCode
  locale: string
  today: string
  isRightToLeft: boolean
  t: Translate<CalendarKey>
  chooseLanguage: (language: LanguageCode) => void
}

const CalendarContext = createContext<CalendarUi | null>(null)

export const CalendarProvider = CalendarContext.Provider

export function useCalendar(): CalendarUi {
  const ui = useContext(CalendarContext)
  if (!ui) throw new Error('The calendar is used outside its provider.')
  return ui
}

/** The operator's own word for an activity, where it is in the reader's language. */
export function activityLabel(ui: CalendarUi, form: 'singular' | 'plural'): string | null {
  const { properties } = ui.init
  const isOwnLanguage = properties.locale?.split('-')[0] === ui.language.split('-')[0]
  return (isOwnLanguage && properties[`label_activity_${form}`]) || null
}
