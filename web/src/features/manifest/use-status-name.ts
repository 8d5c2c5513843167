'use client'
import { useTranslations } from 'use-intl'
import type { BookingStatus } from '@/api/models'

const ours = ['not_checked_in', 'checked_in', 'no_show'] as const

/** Statuses that every operator has in the reader's language, their own as they wrote them. */
export function useStatusName() {
  const t = useTranslations('manifest')
  return ({ slug, name }: Pick<BookingStatus, 'slug' | 'name'>) => {
    const known = ours.find((one) => one === slug)
    return known ? t(`status_${known}`) : name
  }
}
