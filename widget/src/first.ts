/** What the server wrote into the page, so that nothing has to be asked before the first picture. */
import type { Plural } from './i18n'
import type { LanguageCode } from './languages'
import type { Dates, Init } from './types'

export type First = {
  language?: LanguageCode
  /** Of this page, in that language. */
  messages?: Record<string, string | Plural>
  /** Only the public's: staff's is never part of a page. */
  init?: Init
  /** The operator's colour, corners and letters as custom properties. */
  look?: Record<string, string>
  /** The answer for the month that the calendar opens on, by the path it would be asked at. */
  range?: { path: string; dates: Dates }
}

let known: First | null = null

/** Reads it once; empty where no server filled it in (development, tests) or where it is broken. */
export function first(): First {
  if (known) return known
  try {
    known = JSON.parse(document.getElementById('first')?.textContent || '{}') as First
  } catch {
    known = {}
  }
  return known
}

/** Tests open one page after the other. */
export const forgetFirst = (): void => void (known = null)
