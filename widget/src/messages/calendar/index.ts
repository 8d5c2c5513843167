import type { Plural } from '../../i18n'
import type { LanguageCode } from '../../languages'
import { loaderOf } from '../load'
import type english from './en.json'

export type CalendarKey = keyof typeof english
export type CalendarMessages = Record<CalendarKey, string | Plural>

/** The calendar's messages in one language, from a file of their own. */
export const loadCalendarMessages: (language: LanguageCode) => Promise<CalendarMessages> = loaderOf('calendar', () =>
  import.meta.glob<CalendarMessages>('./*.json', { import: 'default' }),
)
