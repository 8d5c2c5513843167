/** The twenty languages of the widget's picker, each under its own name. */
export const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Español'],
  ['fr', 'Français'],
  ['de', 'Deutsch'],
  ['it', 'Italiano'],
  ['ja', '日本語'],
  ['zh-CN', '简体中文'],
  ['zh-TW', '繁體中文'],
  ['nl', 'Nederlands'],
  ['pt', 'Português'],
  ['ar', 'العربية'],
  ['he', 'עברית'],
  ['hi', 'हिन्दी'],
  ['cs', 'Čeština'],
  ['da', 'Dansk'],
  ['tl', 'Tagalog'],
  ['fi', 'Suomi'],
  ['el', 'Ελληνικά'],
  ['ko', '한국어'],
  ['pl', 'Polski'],
] as const

export type LanguageCode = (typeof LANGUAGES)[number][0]

export const DEFAULT_LANGUAGE: LanguageCode = 'en'

const CODES: readonly LanguageCode[] = LANGUAGES.map(([code]) => code)

const TRADITIONAL = /^zh-(tw|hk|mo|hant)/i

/** The language of ours that serves a browser's tag, if any: de-AT is de, zh-HK is zh-TW, fil is tl. */
export function matchLanguage(tag: string | null | undefined): LanguageCode | null {
  if (!tag) return null
  const exact = CODES.find((code) => code.toLowerCase() === tag.toLowerCase())
  if (exact) return exact
  if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN'
  const base = tag.split('-')[0]?.toLowerCase()
  if (base === 'fil') return 'tl'
  if (base === 'iw') return 'he'
  return CODES.find((code) => code === base) ?? null
}

/** The address decides, then what was chosen before, then the browser, then English. */
export function chooseLanguage(
  fromUrl: string | null,
  fromCookie: string | null,
  fromBrowser: readonly string[],
): LanguageCode {
  for (const tag of [fromUrl, fromCookie, ...fromBrowser]) {
    const match = matchLanguage(tag)
    if (match) return match
  }
  return DEFAULT_LANGUAGE
}

export const isRightToLeft = (language: LanguageCode): boolean => language === 'ar' || language === 'he'

/** The locale for numbers and dates: the operator's own where it speaks the reader's language (en-GB for en). */
export function displayLocale(language: LanguageCode, operatorLocale: string | null | undefined): string {
  if (language === 'tl') return 'fil'
  return operatorLocale && matchLanguage(operatorLocale) === language ? operatorLocale : language
}
