'use client'
import { useLocale } from 'use-intl'
import { dateFormat, numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'

/** Shares, months and money as figures show them. */
export function useFigures(currency = 'USD') {
  const locale = useLocale()
  const format = useFormat()
  const percent = numberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const month = dateFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' })
  return {
    money: (minor: number) => format.money(minor, currency),
    moneyShort: (minor: number) => format.moneyShort(minor, currency),
    number: format.number,
    share: (ppm: number) => percent.format(ppm / 1_000_000),
    shareOrNull: (ppm: number | null) => (ppm === null ? null : percent.format(ppm / 1_000_000)),
    month: (day: string) => month.format(new Date(`${day}T00:00:00Z`)),
    day: (day: string) => format.day(day, 'short'),
  }
}
