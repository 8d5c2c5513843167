'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { numberFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import type { Cell } from './adapter'
import { countryIn, languageIn, useReportWords } from './words'

const isEmpty = (value: Cell | undefined): value is null | undefined | '' =>
  value === null || value === undefined || value === ''

type Part = [ending: string, per: number, options: Intl.NumberFormatOptions]
const hours = { style: 'unit', unit: 'hour', maximumFractionDigits: 1 } as const

/** Figures that are whole numbers of something smaller, or of a unit, by how their keys end. */
const parts: Part[] = [
  ['_ppm', 1_000_000, { style: 'percent', maximumFractionDigits: 1 }],
  ['_hundredths', 100, { minimumFractionDigits: 2 }],
  ['minutes', 60, hours],
  ['_hours', 1, hours],
  ['_days', 1, { style: 'unit', unit: 'day' }],
  ['_s', 60, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }],
]

/** One value of a report in words, by the type of its column and the currency of its row. */
export function useCellText() {
  const t = useTranslations('tables')
  const format = useFormat()
  const words = useReportWords()
  const session = useSession()
  const zone = session?.properties.time_zone ?? 'UTC'
  const usual = session?.properties.currency ?? 'USD'
  return useCallback(
    (key: string, type: string, value: Cell | undefined, currency?: string | null): string => {
      if (isEmpty(value)) return '–'
      if (typeof value === 'boolean') return value ? t('yes') : t('no')
      if (typeof value === 'string') return textOf(value, type)
      return numberOf(value)

      function textOf(text: string, kind: string): string {
        if (key === 'locale') return languageIn(text, format.locale)
        if (key === 'country' || key === 'contact_country') return countryIn(text, format.locale)
        if (kind === 'date') return format.day(text.slice(0, 10), 'medium')
        if (kind === 'instant') return format.instant(text, zone)
        return kind === 'choice' || kind === 'lookup' ? (words.value(text) ?? text) : text
      }
      function numberOf(amount: number): string {
        if (type === 'money') return format.money(amount, currency || usual)
        const [, per = 1, options] = parts.find(([ending]) => key.endsWith(ending)) ?? []
        if (options) return numberFormat(format.locale, options).format(amount / per)
        // An id is a name: nobody writes it with separators.
        if (key.endsWith('_id')) return String(amount)
        return format.number(amount)
      }
    },
    [t, format, words, zone, usual],
  )
}

export type CellText = ReturnType<typeof useCellText>
