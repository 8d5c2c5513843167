import { localize, locales, splitLocale, type Locale } from '@/routes'

export const languages = locales

/** A language's name in its own words: Deutsch, 日本語. */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

const place = 'outfitter:language'

/** Open the present screen in another language; the page is loaded anew because its words are part of it. */
export function switchLanguage(locale: Locale) {
  try {
    localStorage.setItem(place, locale)
  } catch {
    // A browser that keeps nothing asks again.
  }
  const { pathname, search, hash } = window.location
  window.location.assign(localize(splitLocale(pathname).path, locale) + search + hash)
}

/** The language that was chosen on this machine, if any. */
export function chosenLanguage(): Locale | null {
  try {
    return locales.find((one) => one === localStorage.getItem(place)) ?? null
  } catch {
    return null
  }
}
