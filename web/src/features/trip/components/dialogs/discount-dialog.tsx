'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { guestName } from '../../model'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Change, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'
import { isTold, WorthFields, worthOf, type Worth } from './worth-fields'

type About = { order?: number; booking?: number }
const ways = ['ppm', 'amount', 'surcharge'] as const
type Way = (typeof ways)[number]

/** Something off by hand, or on top: of the trip, an order or a guest. */
export function DiscountDialog({ what, onClose }: DialogProps<'discount'>) {
  const t = useTranslations('trip')
  const { id, trip } = useTrip()
  const [reason, setReason] = useState('')
  const [worth, setWorth] = useState<Worth<Way>>({ way: 'ppm', ppm: 100_000, amount: null })
  const next = worthOf(worth, baseOf(trip, what)) * (worth.way === 'surcharge' ? 1 : -1)
  return (
    <DeedDialog
      title={t('discountTitle', { what: nameOf(trip, what) ?? t('wholeTrip') })}
      label={t(worth.way === 'surcharge' ? 'surchargeDo' : 'discountDo')}
      isDisabled={!isTold(worth) || next === 0 || !reason.trim()}
      onClose={onClose}
      shown={['reason', 'amount', 'ppm']}
      change={() => ({ ...adjust(id, what, worth, reason.trim()), done: t('saved') })}
    >
      {(wrong) => (
        <>
          <WorthFields
            label={t('discountHow')}
            ways={ways.map((one) => ({ id: one, name: t(`discount_${one}`) }))}
            value={worth}
            onChange={setWorth}
            wrong={wrong}
          />
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired />
          <Sums rows={[{ label: t('about'), amount: next, isStrong: true }]} />
        </>
      )}
    </DeedDialog>
  )
}

/** Puts it on; the way back takes off the one that was not there before. */
function adjust(id: string, { order, booking }: About, { way, ppm, amount }: Worth<Way>, reason: string): Change {
  const at = { trip: id }
  const body = {
    trip_order_id: order ?? null,
    booking_id: booking ?? null,
    amount: way === 'ppm' ? null : (amount ?? 0) * (way === 'surcharge' ? 1 : -1),
    ppm: way === 'ppm' ? -(ppm ?? 0) : null,
    reason,
  }
  return {
    send: ({ version }) => send('/api/trip/{trip}/adjustment/add', at, { ...body, version }),
    undo: (before, after) => {
      const known = new Set(before.adjustments.map((one) => one.id))
      const added = after.adjustments.find((one) => !known.has(one.id))
      if (!added) return null
      const adjustment_id = added.id
      return { send: ({ version }) => send('/api/trip/{trip}/adjustment/remove', at, { adjustment_id, version }) }
    },
  }
}

function nameOf(trip: Trip, { order, booking }: About): string | undefined {
  for (const one of trip.tripOrders) {
    if (one.id === order) return one.experience.name
    const guest = one.bookings.find((each) => each.id === booking)
    if (guest) return guestName(guest, one)
  }
  return undefined
}

/** What the share is of, as far as it can be told here: what the tickets and extras come to. */
function baseOf(trip: Trip, { order, booking }: About): number {
  const guest = trip.tripOrders.flatMap((one) => one.bookings).find((one) => one.id === booking)
  if (guest) return guest.is_comped ? 0 : guest.unit_amount
  const one = trip.tripOrders.find((each) => each.id === order)
  return one ? one.totals.subtotal : trip.totals.subtotal
}
