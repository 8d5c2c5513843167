import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { weekdayName, weekOrder } from '@/features/experiences/rule'
import { numberFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../guest-name'

/** A rate sheet in two lines: what it does to the prices, and when it holds. */
export function useRateWords(experience: ExperienceFull, seasons: Season[]) {
  const t = useTranslations('experience')
  const format = useFormat()
  const properties = useSession()?.properties
  const money = (minor: number) => (properties ? format.money(minor, properties.currency) : '')
  const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)
  const share = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 })
  const price = (mode: string, value: number) => {
    if (mode === 'absolute') return money(value)
    return signed(value, mode === 'percent' ? share.format(value / 1_000_000) : money(value))
  }
  const prices = (sheet: RateSheet) =>
    sheet.prices
      .map((row) => {
        const guest = experience.customerTypes.find((one) => one.id === row.experience_customer_type_id)
        return guest && `${guestName(guest)} ${price(row.mode, row.value)}`
      })
      .filter(Boolean)
      .join(' · ')
  const when = (sheet: RateSheet) => {
    const days = weekOrder(1).filter((day) => sheet.weekdays.includes(day))
    const told = [
      ...seasons.filter(({ id }) => sheet.season_ids.includes(id)).map(({ name }) => name),
      days.length > 0 &&
        days.length < 7 &&
        format.shortList(days.map((day) => weekdayName(day, format.locale, 'short'))),
      sheet.time_from && sheet.time_to && `${format.time(sheet.time_from)} – ${format.time(sheet.time_to)}`,
      sheet.pax_min && t('fromPax', { count: sheet.pax_min }),
      sheet.advance_min_minutes && t('daysBefore', { count: Math.round(sheet.advance_min_minutes / 1440) }),
      sheet.valid_to && t('until', { day: format.day(sheet.valid_to, 'short') }),
    ]
    return told.filter(Boolean).join(' · ') || t('always')
  }
  return { prices, when }
}
