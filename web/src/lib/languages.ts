import { localize, locales, splitLocale, type Locale } from '@/routes'

/** A language's name in its own words: Deutsch, 日本語. */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

/** Open the present screen in another language; the page is loaded anew because its words are part of it. */
export function switchLanguage(locale: Locale) {
  const { pathname, search, hash } = window.location
  window.location.assign(localize(splitLocale(pathname).path, locale) + search + hash)
}

export const languages = locales
