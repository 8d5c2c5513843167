import type { ComponentType } from 'react'
import type { Translate } from '../i18n'
import type { CalendarKey } from '../messages/calendar'
import type { WidgetQuery } from '../address-bar'
import type { Experience, Init } from '../types'
import type { CalendarState } from './opening'
import type { CalendarEvent } from './state'

type Part<More = object> = ComponentType<{ model: Model } & More>

/** The parts that come after the first look. */
export type Late = Record<'EmptyMonth' | 'Stale' | 'LanguagePicker' | 'MonthStatus' | 'Shelf' | 'SoldOutSwitch', Part> & {
  Departures: Part<{ day: string }>
  Failure: ComponentType<{ error: unknown; t: Translate<CalendarKey>; onRetry: () => void }>
}

export type CalendarSettings = WidgetQuery &
  { [Name in 'color' | 'radius' | 'font']: string | null } & {
    isCompact: boolean
    /** An order moves to another timeslot: its experience is given, the day's departures are offered here. */
    isRebooking: boolean
    /** The timeslot that the order leaves. */
    timeslot: number | null
    isPrompting: boolean
    /** A preview draws the calendar without asking for availability. */
    isPreview: boolean
    category: number | null
    theme: string | null
  }

/** Everything that the words of a calendar depend on. */
export type CalendarUi = {
  init: Init
  settings: CalendarSettings
  language: string
  locale: string
  t: Translate<CalendarKey>
}

/** What the calendar's controls do. Until the engine is there, it is noted and done then. */
export type Actions = {
  dispatch: (event: CalendarEvent) => void
  /** Chooses a day and opens it; an order that moves is offered the day's departures instead. */
  choose: (date: string, experience: number | null) => void
  /** A key was pressed on the day under the cursor. */
  pressKey: (key: string) => void
  /** Opens the trip builder for a day; without an experience, the agenda of that day. */
  open: (experience: number | null, date: string, timeslot?: number) => void
  /** Goes to an address of the trip builder. */
  go: (url: string) => void
  chooseLanguage: (language: string) => void
}

/** What the calendar is drawn from. */
export type Model = Actions & {
  ui: CalendarUi
  state: CalendarState
  /** The parts that a first look does not need, as soon as they are there. */
  late: Late | null
  /** The cell under the cursor takes the focus: a key brought the cursor there. */
  isCursorFocused: boolean
  /** The trip builder is on its way as the next page. */
  isLeaving: boolean
}

export const experienceOf = ({ experienceId, experiences }: CalendarState): Experience | null =>
  (experienceId !== null && experiences.get(experienceId)) || null

/** The operator's own word for an activity, where it is in the reader's language. */
export function activityLabel({ init, language }: CalendarUi, form: 'singular' | 'plural'): string | null {
  const { properties } = init
  const isOwnLanguage = properties.locale?.split('-')[0] === language.split('-')[0]
  return (isOwnLanguage && properties[`label_activity_${form}`]) || null
}
