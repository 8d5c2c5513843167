/** The languages of the kiosk: those of the widget, and of messages to guests. */
import { readCookie } from '../query'

export const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['de', 'Deutsch'],
  ['it', 'Italiano'],
  ['pt', 'Português'],
  ['nl', 'Nederlands'],
  ['da', 'Dansk'],
  ['sv', 'Svenska'],
  ['fi', 'Suomi'],
  ['pl', 'Polski'],
  ['cs', 'Čeština'],
  ['el', 'Ελληνικά'],
  ['ru', 'Русский'],
  ['ar', 'العربية'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['tl', 'Tagalog'],
  ['ja', '日本語'],
  ['ko', '한국어'],
  ['zh-CN', '简体中文'],
  ['zh-TW', '繁體中文'],
] as const

export type KioskLanguage = (typeof LANGUAGES)[number][0]

const TRADITIONAL = /^zh-(tw|hk|mo|hant)/i
const SIGNED_IN = /^(en|es|zh|pt|de|it|ja|ko|nl|sv|fr|ru|ar)/
const COOKIE = 'outfitter_kiosk_language'

/** The language of ours that serves a tag: de-AT is de, zh-HK is zh-TW, fil is tl. */
export function matchLanguage(tag: string | null | undefined): KioskLanguage | null {
  if (!tag) return null
  if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN'
  const base = tag.split('-')[0]!.toLowerCase().replace(/^fil$/, 'tl').replace(/^iw$/, 'he')
  return LANGUAGES.map(([code]) => code).find((code) => code === base) ?? null
}

/** What every guest begins with: the address's language (/de/kiosk), else what the operator speaks as far as the tablet knows. */
export const firstLanguage = (path: string): KioskLanguage =>
  matchLanguage(path.split('/')[1]) ?? matchLanguage(readCookie(COOKIE)) ?? matchLanguage(navigator.language) ?? 'en'

/** Keeps the operator's language for the tablet's next start. */
export function rememberOperators(locale: string): void {
  document.cookie = `${COOKIE}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`
}

/** The language in which the page to sign on goes on; it speaks some of ours. */
export const signingLanguage = (language: KioskLanguage): string => (SIGNED_IN.test(language) ? language.slice(0, 2) : 'en')
