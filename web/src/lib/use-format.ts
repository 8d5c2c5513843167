'use client'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import * as dates from './dates'
import { listFormat, numberFormat } from './intl'
import { formatMoney } from './money'

/** The reader's regional form of the page's language: an Englishman reads 14:00, an American 2 PM. */
export function regionalLocale(locale: string): string {
  if (typeof navigator === 'undefined') return locale
  return navigator.languages.find((one) => one.toLowerCase().startsWith(`${locale}-`)) ?? locale
}

/** Formatters in the reader's locale. Use in the browser only: the server does not know the region. */
export function useFormat() {
  const language = useLocale()
  return useMemo(() => {
    const locale = regionalLocale(language)
    return {
      locale,
      money: (minor: number, currency: string) => formatMoney(minor, currency, locale),
      moneyShort: (minor: number, currency: string) => formatMoney(minor, currency, locale, true),
      day: (day: string, style?: 'long' | 'medium' | 'short') => dates.formatDay(day, locale, style),
      time: (time: string) => dates.formatTime(time, locale),
      instantTime: (at: string, zone: string) => dates.formatInstantTime(at, zone, locale),
      instant: (at: string, zone: string) => dates.formatInstant(at, zone, locale),
      distance: (minutes: number) => dates.formatDistance(minutes, locale),
      number: (value: number) => numberFormat(locale).format(value),
      shortList: (items: string[]) => listFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items),
      eitherList: (items: string[]) => listFormat(locale, { type: 'disjunction' }).format(items),
      list: (items: string[]) => listFormat(locale, { type: 'conjunction', style: 'long' }).format(items),
    }
  }, [language])
}
