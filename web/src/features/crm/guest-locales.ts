/** The languages in which guests read what they get: those that messages ship in. */
export const guestLocales = [
  'en',
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'sv',
  'da',
  'fi',
  'pl',
  'cs',
  'el',
  'ru',
  'he',
  'ar',
  'hi',
  'ja',
  'ko',
  'zh-CN',
  'zh-TW',
  'tl',
] as const

/** The guests' language that a tag ("en_US", "zh") means; English for none of them. */
export function guestLocaleOf(tag: string): string {
  const wanted = tag.replace('_', '-').toLowerCase()
  const exact = guestLocales.find((one) => one.toLowerCase() === wanted)
  return exact ?? guestLocales.find((one) => one.split('-')[0] === wanted.split('-')[0]) ?? 'en'
}
