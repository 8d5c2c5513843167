import type { Plural } from '../../i18n'
import { loadLateMessages, type LateKey } from '../calendar-late'
import { loaderOf } from '../load'
import type english from './en.json'

/** Of a first look; these come with the page. */
export type FirstKey = keyof typeof english
export type CalendarKey = FirstKey | LateKey
export type CalendarMessages = Record<CalendarKey, string | Plural>

const loadFirstMessages = loaderOf('calendar', () =>
  import.meta.glob<Record<FirstKey, string | Plural>>('./*.json', { import: 'default' }),
)

/** The calendar's messages in one language, from files of their own. */
export async function loadCalendarMessages(language: string): Promise<CalendarMessages> {
  const [first, late] = await Promise.all([loadFirstMessages(language), loadLateMessages(language)])
  return { ...first, ...late }
}
