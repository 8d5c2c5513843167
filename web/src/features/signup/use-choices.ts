'use client'
import { useMemo } from 'react'
import { useLocale } from 'use-intl'
import type { SignupInit } from '@/api/models'
import type { Option } from '@/components/ui/option-types'

function named(codes: string[], locale: string, type: 'region' | 'currency'): Option<string>[] {
  const names = new Intl.DisplayNames(locale, { type })
  return codes
    .map((id) => ({ id, name: names.of(id) ?? id, note: id }))
    .sort((a, b) => a.name.localeCompare(b.name, locale))
}

function offset(zone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts()
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? ''
}

/** The place that names a zone: "America/New_York" is New York. */
function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}

/** Countries, currencies and time zones by name in the reader's language. */
export function useChoices(init: SignupInit) {
  const locale = useLocale()
  return useMemo(
    () => ({
      countries: named(
        init.countries.map((one) => one.code),
        locale,
        'region',
      ),
      currencies: named(
        init.currencies.map((one) => one.code),
        locale,
        'currency',
      ),
      zones: init.timezones.map((id) => ({ id, name: cityOf(id), note: offset(id, locale) })),
    }),
    [init, locale],
  )
}
