export { displayLocale, isRightToLeft } from './locale'

/** The twenty languages that the widget itself speaks; their names are in `language-names.ts`. */
export const CODES = [
  'en', 'es', 'fr', 'de', 'it', 'ja', 'zh-CN', 'zh-TW', 'nl', 'pt', 'ar', 'he', 'hi', 'cs', 'da', 'tl', 'fi', 'el', 'ko', 'pl',
] as const

export type LanguageCode = (typeof CODES)[number]

/** Further ones in which a page can be read: the operator's own words, dates and numbers, and what the browser translates. */
export const MORE_CODES = 'cy sv no is et lv lt sk sl hr sr hu ro bg uk ru tr fa bn ur ta th vi id ms'.split(' ')

export const DEFAULT_LANGUAGE: LanguageCode = 'en'

const TRADITIONAL = /^zh-(tw|hk|mo|hant)/i

/** Names by which browsers call a language of ours. */
const ALIASES: Record<string, string> = { fil: 'tl', iw: 'he', nb: 'no', nn: 'no', in: 'id' }

const baseOf = (tag: string): string => {
  const base = tag.split('-')[0]!.toLowerCase()
  return ALIASES[base] ?? base
}

/** The language of ours that serves a browser's tag, if any: de-AT is de, zh-HK is zh-TW, fil is tl. */
export function matchLanguage(tag: string | null | undefined): LanguageCode | null {
  if (!tag) return null
  if (/^zh/i.test(tag)) return TRADITIONAL.test(tag) ? 'zh-TW' : 'zh-CN'
  return CODES.find((code) => code === baseOf(tag)) ?? null
}

/** The language in which a page can be read, ours or one of the others. */
export function matchReading(tag: string | null | undefined): string | null {
  return matchLanguage(tag) ?? MORE_CODES.find((code) => tag && code === baseOf(tag)) ?? null
}

/**
 * The address decides, then what was chosen before, then the browser, then English. Among the browser's
 * languages one that we speak goes before one that would have to be translated.
 */
export function chooseLanguage(fromUrl: string | null, fromCookie: string | null, fromBrowser: readonly string[]): string {
  const browser = (match: typeof matchReading) => fromBrowser.map(match).find(Boolean)
  return matchReading(fromUrl) ?? matchReading(fromCookie) ?? browser(matchLanguage) ?? browser(matchReading) ?? DEFAULT_LANGUAGE
}
