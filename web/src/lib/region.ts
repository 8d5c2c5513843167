import { useSyncExternalStore } from 'react'

/** The operator's locale ("en-US"), once it is known who is signed in. */
let operatorLocale: string | null = null
const listeners = new Set<() => void>()

/** Write days, times and numbers as this operator does from now on. */
export function rememberOperatorLocale(locale: string) {
  if (locale === operatorLocale) return
  operatorLocale = locale
  for (const listener of listeners) listener()
}

const speaks = (locale: string, language: string) => locale.toLowerCase().startsWith(`${language.toLowerCase()}-`)

/**
 * The regional form of the page's language: the operator's, in whose region the day happens, so that a desk in Maine
 * reads 2 PM on whatever computer. Who reads another language than the operator's has their own region;
 * English has none of its own and takes the operator's.
 */
export function regionalLocale(language: string, operator = operatorLocale): string {
  if (operator && speaks(operator, language)) return operator
  const region = operator?.split('-').find((part, place) => place > 0 && /^[A-Z]{2}$/.test(part))
  if (language === 'en' && region) return `en-${region}`
  if (typeof navigator === 'undefined') return language
  return navigator.languages.find((one) => speaks(one, language)) ?? language
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The same, renewed when the operator becomes known; `exported` is what a page says that was made for nobody. */
export function useRegionalLocale(language: string, exported?: string): string {
  const now = () => regionalLocale(language)
  return useSyncExternalStore(subscribe, now, () => exported ?? now())
}
