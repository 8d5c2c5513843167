import { useTranslations } from 'use-intl'
import type { OfferCode } from '@/api/models'
import { dateFormat, numberFormat } from '@/lib/intl'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { WHOLE } from './state'

/** A code in one line: what it takes off, when, and how often it was used. */
export function useOfferWords() {
  const t = useTranslations('catalog')
  const format = useFormat()
  const currency = useSession()?.properties.currency
  const stretch = useStretch()
  const value = (offer: OfferCode) => {
    if (offer.kind === 'amount') return currency ? format.money(offer.value, currency) : ''
    return numberFormat(format.locale, { style: 'percent', maximumFractionDigits: 4 }).format(offer.value / WHOLE)
  }
  return (offer: OfferCode) => {
    const booked = stretch(offer.book_from, offer.book_to)
    const travel = stretch(offer.travel_from, offer.travel_to)
    const count = format.number(offer.used_cnt)
    return [
      t(`offerGave_${offer.frequency}`, { value: value(offer) }),
      booked && t('offerBooked', { days: booked }),
      travel && t('offerTravel', { days: travel }),
      offer.usage_limit === null
        ? t('offerUsed', { count })
        : t('offerUsedOf', { count, limit: format.number(offer.usage_limit) }),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** Days from one to another, either of which may be open. */
function useStretch() {
  const t = useTranslations('catalog')
  const { locale } = useFormat()
  const dates = dateFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  return (first: string | null, last: string | null) => {
    if (first && last) return dates.formatRange(new Date(first), new Date(last))
    if (first) return t('offerDaysFrom', { day: dates.format(new Date(first)) })
    return last && t('offerDaysUntil', { day: dates.format(new Date(last)) })
  }
}
