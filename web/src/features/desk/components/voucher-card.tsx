'use client'
import { MapPin, Users } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/badge'
import { kindsOf } from '@/features/trip/model'
import type { Order, Trip } from '@/features/trip/types'
import { fullName } from '@/lib/names'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import { voucherMoney } from '../model'
import { TicketCodes } from './ticket-codes'

/** The voucher itself, as it is shown across a counter. */
export function VoucherCard({ trip }: { trip: Trip }) {
  const t = useTranslations('desk')
  const orders = trip.tripOrders.filter((order) => order.status === 'active')
  const isOver = orders.length === 0
  return (
    <article className="overflow-hidden rounded-xl border bg-surface">
      {(isOver ? trip.tripOrders : orders).map((order) => (
        <OrderLines key={order.id} order={order} />
      ))}
      <div className="border-t border-dashed p-4 text-center sm:p-5">
        <p className="text-sm text-soft">{fullName(trip.contact)}</p>
        {isOver ? (
          <Badge tone="bad">{t('cancelled')}</Badge>
        ) : (
          <TicketCodes trip={String(trip.id)} key={trip.version} />
        )}
        <p className="mt-2 text-xs text-faint">{t('code')}</p>
        <p className="font-mono text-2xl tracking-widest select-all">{trip.confirmation_code}</p>
      </div>
      <Money trip={trip} />
    </article>
  )
}

function OrderLines({ order }: { order: Order }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const guestCount = useGuestCount()
  const slot = order.timeslot
  return (
    <div className="border-b p-4 last-of-type:border-b-0 sm:p-5">
      <h2 className="text-lg leading-snug font-semibold text-pretty">{order.experience.name}</h2>
      {slot && (
        <p className="mt-2 flex flex-wrap items-baseline gap-x-3 tabular-nums">
          <span className="text-3xl font-semibold">{slot.is_flex ? t('anyTime') : format.time(slot.start_time)}</span>
          <span className="text-soft">{format.day(slot.date)}</span>
        </p>
      )}
      <ul className="mt-3 space-y-1.5">
        <li className="flex gap-2.5">
          <Users aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
          {format.shortList(kindsOf(order.bookings).map(({ name, qty }) => guestCount(name, qty)))}
        </li>
        {order.experience.meeting_point && (
          <li className="flex gap-2.5">
            <MapPin aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            <span className="text-pretty whitespace-pre-line">{order.experience.meeting_point}</span>
          </li>
        )}
      </ul>
    </div>
  )
}

/** What is paid and what the guest still owes; nothing where the partner has the money. */
function Money({ trip }: { trip: Trip }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const money = voucherMoney(trip)
  const amount = (minor: number) => format.money(minor, trip.currency)
  if (trip.is_price_hidden) return null
  if (!money)
    return <p className="border-t bg-good-wash px-5 py-3 text-center font-medium text-good">{t('paidAtDesk')}</p>
  if (money.due === 0) {
    return <p className="border-t bg-good-wash px-5 py-3 text-center font-medium text-good">{t('allPaid')}</p>
  }
  return (
    <p className="border-t bg-warn-wash px-5 py-3 text-center font-medium text-warn tabular-nums">
      {t('dueOnArrival', { amount: amount(money.due) })}
      {money.paid > 0 && (
        <span className="block text-sm font-normal">{t('alreadyPaid', { amount: amount(money.paid) })}</span>
      )}
    </p>
  )
}
