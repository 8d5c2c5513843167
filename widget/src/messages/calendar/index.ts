import type { Plural } from '../../i18n'
import type { LanguageCode } from '../../languages'
import type english from './en.json'

export type CalendarKey = keyof typeof english
export type CalendarMessages = Record<CalendarKey, string | Plural>

const files = import.meta.glob<CalendarMessages>('./*.json', { import: 'default' })

/** The calendar's messages in one language, from a file of their own. */
export function loadCalendarMessages(language: LanguageCode): Promise<CalendarMessages> {
  return files[`./${language}.json`]!()
}
