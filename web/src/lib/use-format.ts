'use client'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import * as dates from './dates'
import { listFormat, numberFormat } from './intl'
import { isolate } from './isolate'
import { formatMoney } from './money'
import { useRegionalLocale } from './region'

/** Formatters in the reader's language and the operator's region. Use in the browser only: the server knows no region. */
export function useFormat() {
  const locale = useRegionalLocale(useLocale())
  return useMemo(() => {
    return {
      locale,
      money: (minor: number, currency: string) => formatMoney(minor, currency, locale),
      moneyShort: (minor: number, currency: string) => formatMoney(minor, currency, locale, true),
      day: (day: string, style?: 'long' | 'medium' | 'short') => dates.formatDay(day, locale, style),
      time: (time: string) => dates.formatTime(time, locale),
      instantTime: (at: string, zone: string) => dates.formatInstantTime(at, zone, locale),
      instant: (at: string, zone: string) => dates.formatInstant(at, zone, locale),
      deadline: (at: string, zone: string) => dates.formatDeadline(at, zone, locale),
      distance: (minutes: number) => dates.formatDistance(minutes, locale),
      number: (value: number) => numberFormat(locale).format(value),
      shortList: (items: string[]) =>
        listFormat(locale, { type: 'conjunction', style: 'narrow' }).format(items.map(isolate)),
      eitherList: (items: string[]) => listFormat(locale, { type: 'disjunction' }).format(items.map(isolate)),
      list: (items: string[]) => listFormat(locale, { type: 'conjunction', style: 'long' }).format(items.map(isolate)),
    }
  }, [locale])
}
