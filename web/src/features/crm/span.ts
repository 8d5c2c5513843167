'use client'
import { useTranslations } from 'use-intl'
import { numberFormat } from '@/lib/intl'
import { useFormat } from '@/lib/use-format'
import { offsetOf, triggers } from './offsets'

const units = { minutes: 'minute', hours: 'hour', days: 'day' } as const

/** A length of time as the reader says it: "24 hours". */
export function spanText(minutes: number, locale: string): string {
  const { count, unit } = offsetOf(minutes)
  return numberFormat(locale, { style: 'unit', unit: units[unit], unitDisplay: 'long' }).format(count)
}

/** When an automation sends: "24 hours before the start", "When they book". */
export function useWhen() {
  const t = useTranslations('crm')
  const { locale } = useFormat()
  return ({ trigger, offset_minutes }: { trigger: string; offset_minutes: number }) => {
    const known = triggers.find((one) => one === trigger) ?? 'reserved'
    return offset_minutes === 0 ? t(`at_${known}`) : t(`when_${known}`, { span: spanText(offset_minutes, locale) })
  }
}
