/** What the server wrote into the page, so that the trip can be read before the script runs. */
import type { GuestLanguage } from '../guest-page/language'
import type { PortalMessages } from '../messages/portal'
import type { Operator, Portal } from './types'

export type PortalFirst = {
  language?: GuestLanguage
  messages?: PortalMessages
  /** Null: the address names no trip, or none that is there. */
  portal?: Portal | null
  operator?: Operator
  /** Whether the address named a trip that is not there. */
  is_unknown?: boolean
  /** When the page was made, milliseconds since 1970. */
  now?: number
}

/** Reads it; empty where no server filled it in (development, tests) or where it is broken. */
export function firstOf(text: string | null | undefined): PortalFirst {
  try {
    return JSON.parse(text || '{}') as PortalFirst
  } catch {
    return {}
  }
}
