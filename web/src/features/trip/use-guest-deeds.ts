'use client'
import { useTranslations } from 'use-intl'
import { guestName } from './model'
import { send } from './send'
import { useTrip } from './trip-context'
import type { Booking, Change, Order, Trip } from './types'

const take = (booking: number): Change['send'] => {
  return ({ version }) => send('/api/booking/delete/{booking}', { booking }, { version })
}

const comp = (booking: number, is_comped: boolean, reason = ''): Change['send'] => {
  return ({ version }) => send('/api/booking/{booking}/toggleComp', { booking }, { is_comped, reason, version })
}

/** Puts a guest who was taken out back in, as far as they were no more than a name. */
const putBack = (order: Order, { experience_customer_type_id, guest }: Booking): Change['send'] => {
  const body = { quantities: [{ experience_customer_type_id, qty: 1 }], guests: [guest] }
  return ({ version }) => send('/api/tripOrder/{tripOrder}/booking/add', { tripOrder: order.id }, { ...body, version })
}

/** Whether nothing hangs on a guest that would be lost with them. */
const isPlain = (booking: Booking) =>
  booking.addons.length === 0 &&
  !booking.is_comped &&
  booking.customer_type_amount_override === null &&
  booking.checked_in_at === null &&
  booking.customFieldValues.every(({ value }) => value === null || value === '')

/** The guest of an order who is there now and was not before. */
function added(order: number, before: Trip, after: Trip): Booking | undefined {
  const of = (trip: Trip) => trip.tripOrders.find((one) => one.id === order)?.bookings ?? []
  const known = new Set(of(before).map((one) => one.id))
  return of(after).find((one) => !known.has(one.id))
}

/** What is done with one guest without a form. */
export function useGuestDeeds(order: Order, booking: Booking) {
  const t = useTranslations('trip')
  const { act, open, trip } = useTrip()
  const who = guestName(booking, order)
  return {
    clone: () =>
      act({
        send: ({ version }) => send('/api/booking/clone/{booking}', { booking: booking.id }, { qty: 1, version }),
        done: t('done_cloned', { kind: booking.customerType.name }),
        undo: (before, after) => {
          const fresh = added(order.id, before, after)
          return fresh ? { send: take(fresh.id) } : null
        },
      }),
    remove: () => {
      const has = trip.bookingProducts.some((one) => one.booking_id === booking.id)
      if (order.bookings.length === 1 || has || !isPlain(booking))
        return open({ kind: 'removeGuest', booking: booking.id })
      act({ send: take(booking.id), done: t('done_removed', { who }), undo: { send: putBack(order, booking) } })
    },
    uncomp: () =>
      act({
        send: comp(booking.id, false),
        done: t('done_uncomped', { who }),
        undo: { send: comp(booking.id, true, t('undoReason')) },
      }),
  }
}
