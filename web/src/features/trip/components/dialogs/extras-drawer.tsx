'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { Skeleton } from '@/components/ui/skeleton'
import { useErrorText } from '@/components/ui/states'
import { useFormat } from '@/lib/use-format'
import { extrasQuery } from '../../api'
import { guestName } from '../../model'
import { useOrder, useTrip } from '../../trip-context'
import type { Addon, Booking, Order } from '../../types'
import { offeredTo } from '../../use-addon-deeds'
import type { DialogProps } from '../types'
import { AddonInput } from './addon-input'
import { Meanwhile } from './meanwhile-note'

/** What goes with an order and its guests: every choice is saved as it is made. */
export function ExtrasDrawer({ what, onClose }: DialogProps<'extras'>) {
  const t = useTranslations('trip')
  const common = useTranslations('common')
  const order = useOrder(what.order)
  if (!order) return null
  const guests = order.bookings.filter((one) => what.booking === undefined || one.id === what.booking)
  return (
    <Drawer
      title={t('extrasTitle', { what: order.experience.name })}
      isOpen
      onClose={onClose}
      footer={
        <div className="flex w-full items-center justify-between gap-4">
          <Total />
          <Button look="primary" onPress={onClose}>
            {common('close')}
          </Button>
        </div>
      }
    >
      <div className="space-y-6">
        <Meanwhile />
        <Offered order={order} guests={guests} isWhole={what.booking === undefined} />
      </div>
    </Drawer>
  )
}

function Total() {
  const t = useTranslations('trip')
  const format = useFormat()
  const { trip } = useTrip()
  return (
    <p aria-live="polite" className="text-sm text-soft">
      {t('total')}{' '}
      <span className="font-semibold text-ink tabular-nums">{format.money(trip.totals.total, trip.currency)}</span>
    </p>
  )
}

type OfferedProps = { order: Order; guests: Booking[]; isWhole: boolean }

function Offered({ order, guests, isWhole }: OfferedProps) {
  const t = useTranslations('trip')
  const errorText = useErrorText()
  const { data, error } = useQuery(extrasQuery(order.id))
  if (error) return <p className="text-sm text-bad">{errorText(error)}</p>
  if (!data) return <Skeleton className="h-48" />
  const ofOrder = isWhole ? data.filter((one) => one.scope === 'trip_order') : []
  const ofGuests = data.filter((one) => one.scope === 'booking')
  if (ofOrder.length + ofGuests.length === 0) return <p className="text-soft">{t('noExtras')}</p>
  return (
    <>
      {ofOrder.length > 0 && <Group title={t('forEverybody')} addons={ofOrder} order={order} booking={null} />}
      {ofGuests.length > 0 &&
        guests.map((one) => (
          <Group
            key={one.id}
            title={guestName(one, order)}
            note={one.customerType.name}
            addons={offeredTo(one, ofGuests)}
            order={order}
            booking={one}
          />
        ))}
    </>
  )
}

type GroupProps = { title: string; note?: ReactNode; addons: Addon[]; order: Order; booking: Booking | null }

function Group({ title, note, addons, order, booking }: GroupProps) {
  const t = useTranslations('trip')
  return (
    <section>
      <h3 className="border-b pb-1.5 text-sm font-semibold">
        <bdi>{title}</bdi> {note !== title && <span className="font-normal text-faint">{note}</span>}
      </h3>
      {addons.length === 0 && <p className="pt-2 text-sm text-faint">{t('noExtras')}</p>}
      <ul className="divide-y">
        {addons.map((addon) => (
          <AddonInput key={addon.id} addon={addon} order={order} booking={booking} />
        ))}
      </ul>
    </section>
  )
}
