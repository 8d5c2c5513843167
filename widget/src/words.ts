/** The words of a frame: in the reader's language, with its direction, and said to the server as well. */
import { speak } from './api'
import type { Plural } from './i18n'
import { isRightToLeft, matchLanguage, type LanguageCode } from './languages'

export type Messages<Keys extends string> = Record<Keys, string | Plural>

/** Tells the page which language it is in; `spoken` is the language of its words where we do not speak the reader's. */
export function applyLanguage(language: string, spoken: string = language): void {
  document.documentElement.lang = spoken
  document.documentElement.dir = isRightToLeft(spoken) ? 'rtl' : 'ltr'
  speak([language, ...navigator.languages.filter((tag) => tag !== language)])
}

/** The language of ours in which somebody reads for whom we have no words. */
export const spokenFor = (language: string): LanguageCode => matchLanguage(language) ?? 'en'
