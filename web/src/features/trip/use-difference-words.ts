'use client'
import { useTranslations } from 'use-intl'
import { useFormat } from '@/lib/use-format'
import type { Difference } from './meanwhile'
import { useTrip } from './trip-context'

const states = ['draft', 'under_review', 'reserved', 'deleted'] as const

/** A difference in a few words: "Guests 3 → 4". */
export function useDifferenceWords() {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const format = useFormat()
  const { trip, zone } = useTrip()
  const money = (amount: number) => format.money(amount, trip.currency)
  const when = (at: string | null) => (at ? format.instant(at, zone) : t('unscheduled'))
  const state = (slug: string) => {
    const known = states.find((one) => one === slug)
    return known ? common(`trip_${known}`) : slug
  }
  return (one: Difference): string => {
    switch (one.kind) {
      case 'guests':
      case 'orders':
      case 'notes':
        return `${t(`diff_${one.kind}`)} ${format.number(one.before)} → ${format.number(one.after)}`
      case 'total':
      case 'balance':
        return `${t(`diff_${one.kind}`)} ${money(one.before)} → ${money(one.after)}`
      case 'status':
        return `${t('diff_status')} ${state(one.before)} → ${state(one.after)}`
      case 'moved':
        return `${one.what} ${when(one.before)} → ${when(one.after)}`
      case 'cancelled':
      case 'uncancelled':
        return t(`diff_${one.kind}`, { what: one.what })
      case 'flagged':
      case 'unflagged':
      case 'locked':
      case 'unlocked':
      case 'other':
        return t(`diff_${one.kind}`)
      default:
        return `${t(`diff_${one.kind}`)} ${one.before || '–'} → ${one.after || '–'}`
    }
  }
}
