'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { dateFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import type { GroupPart } from './adapter'
import type { ReportFacts } from './registry'
import { useCellText } from './use-cell-text'
import { useReportWords } from './words'

/** What one thing that a group is by is called: a day, a week, a month, a partner, a state. */
export function useGroupText(facts: ReportFacts) {
  const t = useTranslations('reports')
  const format = useFormat()
  const words = useReportWords()
  const text = useCellText()
  return useCallback(
    ({ key, value, label }: GroupPart, isShort = false): string => {
      if (value === null || value === '') return t('without', { name: words.column(key) })
      const step = facts.groups.find((one) => one.key === key)?.step
      if (step && typeof value === 'string') return dayText(value, step, isShort)
      if (key === 'weekday' && typeof value === 'number') return weekdayOf(value)
      if (key === 'start_hour' && typeof value === 'number') return format.time(`${String(value).padStart(2, '0')}:00`)
      const own = typeof value === 'string' ? words.value(value) : undefined
      const isPlace = key === 'locale' || key === 'country' || key === 'contact_country'
      if (isPlace) return text(key, 'choice', value)
      return own ?? label ?? text(key, 'choice', value)

      // The 1st of January 2001 was a Monday, the first day of the week to the server.
      function weekdayOf(number: number) {
        const name = dateFormat(format.locale, { timeZone: 'UTC', weekday: isShort ? 'short' : 'long' })
        return name.format(new Date(Date.UTC(2001, 0, number)))
      }
      function dayText(day: string, by: string, short: boolean) {
        const month: Intl.DateTimeFormatOptions = { timeZone: 'UTC', month: short ? 'short' : 'long', year: 'numeric' }
        if (by === 'month') return dateFormat(format.locale, month).format(new Date(`${day}T00:00:00Z`))
        const named = short
          ? dateFormat(format.locale, { timeZone: 'UTC', day: 'numeric', month: 'short' }).format(
              new Date(`${day}T00:00:00Z`),
            )
          : format.day(day, 'medium')
        return by === 'week' && !short ? t('weekOf', { day: named }) : named
      }
    },
    [t, format, words, text, facts],
  )
}

export type GroupText = ReturnType<typeof useGroupText>
