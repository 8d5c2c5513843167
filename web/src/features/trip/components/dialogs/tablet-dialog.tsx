'use client'
import { useTranslations } from 'use-intl'
import { TabletDialog as SharedDialog } from '@/components/waivers/tablet-dialog'
import { guestName } from '../../model'
import { useOrder } from '../../trip-context'
import type { DialogProps } from '../types'

/** On which tablet guests of an order sign. */
export function TabletDialog({ what, onClose }: DialogProps<'tablet'>) {
  const t = useTranslations('trip')
  const order = useOrder(what.order)
  if (!order) return null
  const guests = order.bookings.filter((one) => what.bookings.includes(one.id))
  const [only] = guests
  const who = guests.length === 1 && only ? guestName(only, order) : t('guestCount', { count: guests.length })
  return <SharedDialog bookings={what.bookings} who={who} onClose={onClose} />
}
