'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { guestName } from '../../model'
import { send } from '../../send'
import { useTrip } from '../../trip-context'
import type { Booking, Change, Order, Trip } from '../../types'
import type { DialogProps } from '../types'
import { DeedDialog } from './deed-dialog'
import { Reason, Sums } from './parts'

const quick = ['host', 'goodwill', 'press', 'staff'] as const

/** Make a guest or an order free of charge, with the reason; taking it back restores the prices. */
export function CompDialog({ what, onClose }: DialogProps<'comp'>) {
  const t = useTranslations('trip')
  const { trip } = useTrip()
  const [reason, setReason] = useState('')
  const about = aboutOf(trip, what)
  if (!about) return null
  const { who, guests } = about
  const amount = guests.reduce((sum, one) => sum + (one.is_comped ? 0 : one.unit_amount + addonsOf(one)), 0)
  return (
    <DeedDialog
      title={t('compTitle', { who })}
      label={t('comp')}
      isDisabled={!reason.trim()}
      onClose={onClose}
      change={() => ({ ...comp(what, reason.trim()), done: t('done_comped', { who }) })}
    >
      {(wrong) => (
        <>
          <Reason value={reason} onChange={setReason} wrong={wrong} isRequired autoFocus />
          <div className="flex flex-wrap gap-2">
            {quick.map((one) => (
              <Button key={one} size="sm" onPress={() => setReason(t(`comp_${one}`))}>
                {t(`comp_${one}`)}
              </Button>
            ))}
          </div>
          <Sums rows={[{ label: t('waived'), amount: -amount, isStrong: true }]} />
        </>
      )}
    </DeedDialog>
  )
}

const addonsOf = (booking: Booking) => booking.addons.reduce((sum, one) => sum + one.amount, 0)

function aboutOf(trip: Trip, what: { order?: number; booking?: number }): { who: string; guests: Booking[] } | null {
  for (const order of trip.tripOrders) {
    if (order.id === what.order) return { who: order.experience.name, guests: order.bookings }
    const booking = order.bookings.find((one) => one.id === what.booking)
    if (booking) return { who: guestName(booking, order as Order), guests: [booking] }
  }
  return null
}

function comp({ order, booking }: { order?: number; booking?: number }, reason: string): Change {
  const toggle = (is_comped: boolean): Change['send'] => {
    return ({ version }) => {
      const body = { is_comped, reason, version }
      return booking === undefined
        ? send('/api/tripOrder/{tripOrder}/toggleComp', { tripOrder: order ?? 0 }, body)
        : send('/api/booking/{booking}/toggleComp', { booking }, body)
    }
  }
  return { send: toggle(true), undo: { send: toggle(false) } }
}
