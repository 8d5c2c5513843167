import type { GuestLanguage } from '../guest-page/language'
import type { MessageValues, Translate } from '../i18n'
import type { PortalKey } from '../messages/portal'
import type { Operator, Portal } from './types'

/** What is open above the page; of one order where it is about one. */
export type Panel = { name: 'move' | 'add'; orderId: number } | { name: 'guests' | 'cancel' | 'ask' | 'review' | 'pay' | 'tip' }

/** What was just done, said above the page. */
export type Told = { key: PortalKey; values?: MessageValues }

/** What every part of the page is drawn from, here and on the server. Nothing in it is a hook. */
export type Speech = {
  language: GuestLanguage
  locale: string
  t: Translate<PortalKey>
  onLanguage: (to: GuestLanguage) => void
}

export type PortalUi = Speech & {
  hash: string
  portal: Portal
  operator: Operator
  money: (minor: number) => string
  /** Milliseconds since 1970. */
  now: number
  told: Told | null
  open: (panel: Panel) => void
  /** Closes what is open, says what was done, and asks for the trip anew. */
  done: (told: Told) => void
  /** Asks for the trip anew, whatever is open. */
  refresh: () => void
  /** Gives up a move that waits for its payment. */
  withdraw: (orderId: number) => void
  close: () => void
}
