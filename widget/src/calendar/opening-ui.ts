/** The calendar as the first look shows it: from what came with the page. */
import { first } from '../first'
import { translator, type Plural } from '../i18n'
import { displayLocale } from '../locale'
import type { CalendarKey } from '../messages/calendar'
import { todayIn } from '../month'
import type { Init } from '../types'
import type { CalendarSettings, CalendarUi } from './model'
import { initialState, show, type CalendarState, type Facts } from './opening'
import { liveDates, rangePath } from './range'

type Words = { language: string; spoken: string; messages: Record<CalendarKey, string | Plural> }

/** What a calendar begins with. */
export type Opening = { ui: CalendarUi; state: CalendarState }

/** The experiences that are shown: live ones. */
export const experiencesOf = ({ experiences }: Init): Facts['experiences'] =>
  new Map(experiences.filter(({ status }) => status.slug === 'live').map((one) => [one.id, one]))

/** `spoken` is the language of the words: another than the reader's where we do not speak that one. */
export function describe({ language, spoken, messages }: Words, init: Init, settings: CalendarSettings): CalendarUi {
  const { locale } = init.properties
  const t = translator(messages, displayLocale(spoken, locale))
  return { init, settings, language, locale: displayLocale(language, locale), t }
}

export function openingOf({ init, settings }: CalendarUi, today: string): CalendarState {
  const { isCompact, date, experience } = settings
  const facts = { today, isCompact, isAuthenticated: init.isAuthenticated, experiences: experiencesOf(init) }
  return initialState(facts, { urlDate: date, experience })
}

/** Words and state that can be drawn at once, null where the page came without them. */
export function openingUi(settings: CalendarSettings, now = new Date()): Opening | null {
  const { language, messages, init, range } = first()
  if (!language || !messages || !init) return null
  const ui = describe({ language, spoken: language, messages: messages as Words['messages'] }, init, settings)
  const state = openingOf(ui, todayIn(init.properties.time_zone, now))
  const isHere = range && !init.isAuthenticated && !settings.isPreview && range.path === rangePath(state)
  return { ui, state: isHere ? show(state, liveDates(range.dates, state.experiences)) : state }
}
