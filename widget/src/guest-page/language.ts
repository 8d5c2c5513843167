/** The languages of the pages that guests open by a link: those of messages to guests, and Arabic where a page has it. */
import { readCookie } from '../query'

/** The twelve languages in which messages go out to guests. */
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

/** The twelve and Arabic. */
export const LANGUAGES_AND_ARABIC = [...LANGUAGES, ['ar', 'العربية']] as const

export type MessageLanguage = (typeof LANGUAGES)[number][0]
export type GuestLanguage = (typeof LANGUAGES_AND_ARABIC)[number][0]

/** What a page offers, each by its code and by its own name. */
export type Offered<Language extends string> = readonly (readonly [Language, string])[]

const COOKIE = 'outfitter_pay_language'
const YEAR_SECONDS = 31_536_000

/** The language of those offered that serves a tag: de-AT is de. */
export const matchLanguage = <Language extends string>(tag: string | null | undefined, offered: Offered<Language>): Language | null =>
  offered.map(([code]) => code).find((code) => code === tag?.split('-')[0]?.toLowerCase()) ?? null

/** The address decides (/de/pay/…), then what was chosen before, then the browser, then English. */
export function chooseLanguage<Language extends string>(path: string, fromBrowser: readonly string[], offered: Offered<Language>): Language {
  for (const tag of [path.split('/')[1], readCookie(COOKIE), ...fromBrowser]) {
    const found = matchLanguage(tag, offered)
    if (found) return found
  }
  return 'en' as Language
}

export function rememberLanguage(language: string): void {
  document.cookie = `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`
}

export const directionOf = (language: string): 'rtl' | 'ltr' => (language === 'ar' ? 'rtl' : 'ltr')

/** The locale for numbers and dates: the operator's own where it speaks the reader's language. */
export const localeFor = (language: GuestLanguage, operatorLocale: string): string =>
  matchLanguage(operatorLocale, LANGUAGES_AND_ARABIC) === language ? operatorLocale : language
