/** The twelve languages in which messages go out to guests; a link is read in the same ones. */
import { readCookie } from '../query'

export const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
  ['zh', '中文'],
  ['pt', 'Português'],
  ['de', 'Deutsch'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['nl', 'Nederlands'],
  ['sv', 'Svenska'],
  ['fr', 'Français'],
  ['ru', 'Русский'],
] as const

export type PayLanguage = (typeof LANGUAGES)[number][0]

const COOKIE = 'outfitter_pay_language'
const YEAR_SECONDS = 31_536_000

export const matchLanguage = (tag: string | null | undefined): PayLanguage | null =>
  LANGUAGES.map(([code]) => code).find((code) => code === tag?.split('-')[0]?.toLowerCase()) ?? null

/** The address decides (/de/pay/…), then what was chosen before, then the browser, then English. */
export function chooseLanguage(path: string, fromBrowser: readonly string[]): PayLanguage {
  for (const tag of [path.split('/')[1], readCookie(COOKIE), ...fromBrowser]) {
    const found = matchLanguage(tag)
    if (found) return found
  }
  return 'en'
}

export function rememberLanguage(language: PayLanguage): void {
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

/** The locale for numbers and dates: the operator's own where it speaks the reader's language. */
export const localeFor = (language: PayLanguage, operatorLocale: string): string =>
  matchLanguage(operatorLocale) === language ? operatorLocale : language

/** The link's secret, out of /pay/SECRET or /de/pay/SECRET. */
export const secretOf = (path: string): string => decodeURIComponent(/\/pay\/([^/]+)/.exec(path)?.[1] ?? '')
