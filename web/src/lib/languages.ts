import { localize, locales, splitLocale, type Locale } from '@/routes'

export const languages = locales

/** A language's name in its own words: Deutsch, 日本語. */
export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

const place = 'outfitter:language'
const doorPlace = 'outfitter:language-at-door'

function kept(where: () => Storage, key: string): Locale | null {
  try {
    return locales.find((one) => one === where().getItem(key)) ?? null
  } catch {
    return null
  }
}

function keep(where: () => Storage, key: string, locale: Locale | null) {
  try {
    if (locale) where().setItem(key, locale)
    else where().removeItem(key)
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** Keep a language on this machine. */
export const rememberLanguage = (locale: Locale) => keep(() => localStorage, place, locale)

/** The language that was chosen on this machine, if any. */
export const chosenLanguage = () => kept(() => localStorage, place)

/** Open the present screen in another language; the page is loaded anew because its words are part of it. */
export function switchLanguage(locale: Locale) {
  rememberLanguage(locale)
  const { pathname, search, hash } = window.location
  window.location.assign(localize(splitLocale(pathname).path, locale) + search + hash)
}

/** What somebody chose in this tab before they signed in: it becomes their own when they do. */
export const doorLanguage = {
  get: () => kept(() => sessionStorage, doorPlace),
  set: (locale: Locale | null) => keep(() => sessionStorage, doorPlace, locale),
}

/**
 * The language to go on in after signing in: the one just chosen at the door, else that of an address
 * somebody typed, else the person's own. What this machine remembers may be its last reader's choice.
 */
export function languageAfter(pathname: string, own: Locale | null): Locale {
  const { locale: read, path } = splitLocale(pathname)
  const isTyped = path !== pathname && read !== chosenLanguage()
  return doorLanguage.get() ?? (isTyped || !own ? read : own)
}
