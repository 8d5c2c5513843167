import { useTranslations } from 'use-intl'
import type { ExperienceFull, RateSheet, Season } from '@/api/models'
import { weekdayName, weekOrder } from '@/lib/months'
import { numberFormat } from '@/lib/intl'
import { isolate } from '@/lib/isolate'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { guestName } from '../guest-name'
import { channels } from '../rates'
import { useChannelName } from './use-channel-name'

/** A rate sheet in two lines: what it does to the prices, and when it holds. */
export function useRateWords(experience: ExperienceFull, seasons: Season[]) {
  const days = useDayWords(seasons)
  const sales = useSaleWords()
  const t = useTranslations('experience')
  return {
    prices: usePriceWords(experience),
    when: (sheet: RateSheet) => [...days(sheet), ...sales(sheet)].filter(Boolean).join(' · ') || t('always'),
  }
}

function usePriceWords(experience: ExperienceFull) {
  const format = useFormat()
  const properties = useSession()?.properties
  const money = (minor: number) => (properties ? format.money(minor, properties.currency) : '')
  const signed = (value: number, text: string) => (value > 0 ? `+${text}` : text)
  const share = numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 2 })
  const price = (mode: string, value: number) => {
    if (mode === 'absolute') return money(value)
    return signed(value, mode === 'percent' ? share.format(value / 1_000_000) : money(value))
  }
  return (sheet: RateSheet) =>
    sheet.prices
      .map((row) => {
        const guest = experience.customerTypes.find((one) => one.id === row.experience_customer_type_id)
        return guest && `${isolate(guestName(guest))} ${price(row.mode, row.value)}`
      })
      .filter(Boolean)
      .join(' · ')
}

/** Which departures: seasons, weekdays, times of the start. */
function useDayWords(seasons: Season[]) {
  const t = useTranslations('experience')
  const format = useFormat()
  const times = ({ time_from: from, time_to: to }: RateSheet) => {
    if (from && to) return `${format.time(from)} – ${format.time(to)}`
    return from ? t('startsFrom', { time: format.time(from) }) : to && t('startsUntil', { time: format.time(to) })
  }
  return (sheet: RateSheet) => {
    const days = weekOrder(1).filter((day) => sheet.weekdays.includes(day))
    return [
      ...seasons.filter(({ id }) => sheet.season_ids.includes(id)).map(({ name }) => name),
      days.length > 0 &&
        days.length < 7 &&
        format.shortList(days.map((day) => weekdayName(day, format.locale, 'short'))),
      times(sheet),
    ]
  }
}

/** Which sales: how many book, how early, how full, when, and on which way. */
function useSaleWords() {
  const t = useTranslations('experience')
  const format = useFormat()
  const channelName = useChannelName()
  const inDays = (minutes: number) => Math.round(minutes / 1440)
  return (sheet: RateSheet) => [
    sheet.pax_min && t('fromPax', { count: sheet.pax_min }),
    sheet.pax_max && t('toPax', { count: sheet.pax_max }),
    sheet.advance_min_minutes && t('daysBefore', { count: inDays(sheet.advance_min_minutes) }),
    sheet.advance_max_minutes && t('lastDays', { count: inDays(sheet.advance_max_minutes) }),
    sheet.remaining_min && t('fromLeft', { count: sheet.remaining_min }),
    sheet.remaining_max !== null && t('toLeft', { count: sheet.remaining_max }),
    sheet.valid_from && t('bookedFrom', { day: format.day(sheet.valid_from, 'short') }),
    sheet.valid_to && t('bookedUntil', { day: format.day(sheet.valid_to, 'short') }),
    sheet.channels.length > 0 &&
      format.shortList(channels.filter((one) => sheet.channels.includes(one)).map((one) => channelName(one))),
    sheet.reseller_ids.length > 0 && t('forResellers', { count: sheet.reseller_ids.length }),
  ]
}
