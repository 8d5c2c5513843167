'use client'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { OptionName } from '@/components/table/filter-words'

/** What a language is called in the reader's own. */
export const languageIn = (code: string, locale: string) =>
  new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code

/** What a country is called in the reader's own language; anything else stays as it was written. */
export const countryIn = (code: string, locale: string) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code) : code

/** What reports, their columns and the values in them are called in the reader's language. */
export function useReportWords() {
  const names = useTranslations('reportNames')
  const columns = useTranslations('reportColumns')
  const values = useTranslations('reportValues')
  // The keys come from the server; a test holds that each language has all of them.
  const name = useCallback(
    (slug: string) => (names.has(`name_${slug}` as 'name_trips') ? names(`name_${slug}` as 'name_trips') : slug),
    [names],
  )
  const about = useCallback(
    (slug: string) => (names.has(`about_${slug}` as 'about_trips') ? names(`about_${slug}` as 'about_trips') : ''),
    [names],
  )
  const column = useCallback(
    (key: string, label?: string) =>
      columns.has(`column_${key}` as 'column_cnt') ? columns(`column_${key}` as 'column_cnt') : (label ?? key),
    [columns],
  )
  const hint = useCallback(
    (key: string) => (columns.has(`hint_${key}` as 'hint_cnt') ? columns(`hint_${key}` as 'hint_cnt') : ''),
    [columns],
  )
  const value = useCallback(
    (slug: string) =>
      values.has(`value_${slug}` as 'value_paid') ? values(`value_${slug}` as 'value_paid') : undefined,
    [values],
  )
  const locale = useLocale()
  const option = useCallback<OptionName>(
    (key, { slug, name }) => (key === 'locale' && slug && languageIn(slug, locale)) || (slug && value(slug)) || name,
    [value, locale],
  )
  return { name, about, column, hint, value, option }
}

export type ReportWords = ReturnType<typeof useReportWords>
