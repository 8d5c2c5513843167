import type { Translate } from '../i18n'
import type { CalendarKey } from '../messages/calendar'
import type { WidgetQuery } from '../query'
import type { Experience, Init } from '../types'
import type * as late from './late'
import type { CalendarEvent, CalendarState } from './state'

/** The parts that come after the first look. */
export type Late = typeof late

export type CalendarSettings = WidgetQuery & {
  isCompact: boolean
  /** An order moves to another timeslot: its experience is given, the day's departures are offered here. */
  isRebooking: boolean
  /** The timeslot that the order leaves. */
  timeslot: number | null
  isPrompting: boolean
  /** A preview draws the calendar without asking for availability. */
  isPreview: boolean
  category: string | null
  reseller: string | null
  theme: string | null
}

/** Everything that the words of a calendar depend on. */
export type CalendarUi = {
  init: Init
  settings: CalendarSettings
  language: string
  locale: string
  isRightToLeft: boolean
  t: Translate<CalendarKey>
}

/** What the calendar is drawn from, and what its controls can do. */
export type Model = {
  ui: CalendarUi
  state: CalendarState
  experience: Experience | null
  /** The parts that a first look does not need, as soon as they are there. */
  late: Late | null
  /** The cell under the cursor takes the focus: a key brought the cursor there. */
  isCursorFocused: boolean
  /** The trip builder is on its way as the next page. */
  isLeaving: boolean
  dispatch: (event: CalendarEvent) => void
  moveCursor: (date: string) => void
  /** Opens the trip builder for a day; without an experience, the agenda of that day. */
  open: (experience: number | null, date: string, timeslot?: number) => void
  /** Where the trip builder is for a choice, and the way there. */
  address: (experience: number | null, date: string) => string
  go: (url: string) => void
  chooseLanguage: (language: string) => void
}

/** The operator's own word for an activity, where it is in the reader's language. */
export function activityLabel({ init, language }: CalendarUi, form: 'singular' | 'plural'): string | null {
  const { properties } = init
  const isOwnLanguage = properties.locale?.split('-')[0] === language.split('-')[0]
  return (isOwnLanguage && properties[`label_activity_${form}`]) || null
}
