'use client'
import { useTranslations } from 'use-intl'
import type { BookingStatus } from '@/api/models'
import { useSession } from '@/lib/session'
import { guestName, withGuest } from './model'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Change, Order, Trip } from './types'

export type Presence = 'checked_in' | 'not_checked_in' | 'no_show'

const routes = { checked_in: 'checkin', no_show: 'noshow', not_checked_in: 'setBookingStatuses/save' } as const

/** The trip as it stands once these guests are here, awaited again, or known not to come. */
export function withStatus(trip: Trip, ids: readonly number[], status: BookingStatus, at: string): Trip {
  const checked_in_at = status.slug === 'checked_in' ? at : null
  return ids.reduce(
    (so, id) => withGuest(so, id, (booking) => ({ ...booking, bookingStatus: status, checked_in_at })),
    trip,
  )
}

/** Check guests of an order in or out, or mark who did not come: at once on the screen, with Undo. */
export function usePresence() {
  const t = useTranslations('trip')
  const { act } = useTrip()
  const statuses = useSession()?.bookingStatuses ?? []
  const statusOf = (slug: string) => statuses.find((one) => one.slug === slug)
  const changeTo = (order: Order, ids: number[], to: Presence): Change => {
    const status = statusOf(to)
    const body = to === 'not_checked_in' ? { booking_ids: ids, booking_status_id: status?.id } : { booking_ids: ids }
    return {
      send: () => send(`/api/tripOrder/{tripOrder}/${routes[to]}`, { tripOrder: order.id }, body),
      guess: status && ((trip) => withStatus(trip, ids, status, new Date().toISOString())),
    }
  }
  return (order: Order, ids: number[], to: Presence) => {
    const first = order.bookings.find((one) => one.id === ids[0])
    const was = first?.bookingStatus.slug as Presence | undefined
    const who = ids.length === 1 && first ? guestName(first, order) : t('guestCount', { count: ids.length })
    const undo = was && was !== to && was in routes ? changeTo(order, ids, was) : undefined
    act({ ...changeTo(order, ids, to), done: t(`done_${to}`, { who }), undo })
  }
}
