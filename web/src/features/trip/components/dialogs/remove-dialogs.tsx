'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { guestName } from '../../model'
import { send } from '../../send'
import { useGuest, useOrder, useTrip } from '../../trip-context'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'

/** Take a guest out with whom more goes than a name. */
export function RemoveGuestDialog({ what, onClose }: DialogProps<'removeGuest'>) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const found = useGuest(what.booking)
  const [reason, setReason] = useState('')
  if (!found) return null
  const { order, booking } = found
  const who = guestName(booking, order)
  const addons = booking.addons.reduce((sum, one) => sum + one.amount, 0)
  const products = trip.bookingProducts.filter((one) => one.booking_id === booking.id)
  const amount =
    (booking.is_comped ? 0 : booking.unit_amount + addons) + products.reduce((sum, one) => sum + one.amount, 0)
  const isLast = order.bookings.length === 1
  return (
    <DeedDialog
      title={t('removeGuestTitle', { who })}
      label={t('removeGuest')}
      look="destroy"
      onClose={onClose}
      change={() => ({
        send: ({ version }) =>
          send('/api/booking/delete/{booking}', { booking: booking.id }, { reason: reason.trim() || null, version }),
        done: t('done_removed', { who }),
      })}
    >
      <p className="text-soft">{t(isLast ? 'removeLastText' : 'removeGuestText')}</p>
      <Sums rows={[{ label: t('waived'), amount: -amount, isStrong: true }]} />
      <Reason value={reason} onChange={setReason} />
    </DeedDialog>
  )
}

/** Take an order out of a draft; its seats are free at once. */
export function RemoveOrderDialog({ what, onClose }: DialogProps<'removeOrder'>) {
  const t = useTranslations('trip')
  const order = useOrder(what.order)
  if (!order) return null
  return (
    <DeedDialog
      title={t('removeOrderTitle', { what: order.experience.name })}
      label={t('removeOrder')}
      look="destroy"
      onClose={onClose}
      change={() => ({
        send: ({ version }) => send('/api/tripOrder/{tripOrder}/remove', { tripOrder: order.id }, { version }),
        done: t('done_orderRemoved'),
      })}
    >
      <p className="text-soft">{t('removeOrderText', { count: order.bookings.length })}</p>
      <Sums rows={[{ label: t('waived'), amount: -order.totals.total, isStrong: true }]} />
    </DeedDialog>
  )
}
