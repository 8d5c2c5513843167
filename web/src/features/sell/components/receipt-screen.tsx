'use client'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AppInit, TripFull, TripPayment } from '@/api/models'
import { PriceList } from '@/components/price-list'
import { ScreenSkeleton } from '@/components/screen-skeleton'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/states'
import { afterPaint } from '@/lib/after-paint'
import { fullName } from '@/lib/names'
import { useSession } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { useQueryParam, useRoute } from '@/lib/use-route'
import { useTitle } from '@/lib/use-title'
import { receiptQuery } from '../api'

type Paper = 'receipt' | 'tickets'

/** A narrow slip for the printer at the counter: the receipt, or one ticket for each guest. */
export function ReceiptScreen() {
  const params = useRoute('receipt')
  return params && <Slip key={params.trip} id={params.trip} />
}

function Slip({ id }: { id: string }) {
  const t = useTranslations('sell')
  const session = useSession()
  const [paper, setPaper] = useState<Paper>(useQueryParam('paper') === 'tickets' ? 'tickets' : 'receipt')
  const { data: trip, error, refetch } = useQuery(receiptQuery(id))
  useTitle(trip ? `${trip.confirmation_code} · ${t('receipt')}` : t('receipt'))
  if (error && !trip) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!trip || !session) return <ScreenSkeleton />
  const print = (what: Paper) => {
    setPaper(what)
    afterPaint(() => window.print())
  }
  return (
    <>
      <nav
        aria-label={t('receipt')}
        className="flex flex-wrap justify-center gap-3 border-b bg-canvas p-3 print:hidden"
      >
        <Button look="primary" onPress={() => print('receipt')}>
          <Printer aria-hidden className="size-4" />
          {t('receipt')}
        </Button>
        <Button onPress={() => print('tickets')}>
          <Printer aria-hidden className="size-4" />
          {t('printTickets')}
        </Button>
      </nav>
      <main className="mx-auto max-w-[80mm] px-3 py-4 text-sm print:max-w-none print:p-0">
        <h1 className="sr-only">{t('receipt')}</h1>
        {paper === 'receipt' ? <Receipt trip={trip} session={session} /> : <Tickets trip={trip} session={session} />}
      </main>
    </>
  )
}

type PartProps = { trip: TripFull; session: AppInit }

function Receipt({ trip, session }: PartProps) {
  const t = useTranslations('sell')
  const format = useFormat()
  const zone = session.properties.time_zone
  return (
    <article className="space-y-3">
      <header className="text-center">
        <p className="text-base font-semibold">{session.account.name}</p>
        {session.properties.ecom_phone_number && <p>{session.properties.ecom_phone_number}</p>}
        <p className="mt-1 tabular-nums">{format.instant(trip.reserved_at ?? trip.created_at, zone)}</p>
        <p className="mt-1 font-mono text-lg tracking-widest">{trip.confirmation_code}</p>
        {fullName(trip.contact) && <p>{fullName(trip.contact)}</p>}
      </header>
      <ul className="border-y border-dashed py-2">
        {trip.tripOrders.map((order) => (
          <li key={order.id}>
            <span className="font-medium">{order.experience.name}</span>
            {order.timeslot && (
              <span className="block tabular-nums">
                {format.day(order.timeslot.date, 'short')}, {format.time(order.timeslot.start_time)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <PriceList trip={trip} />
      <ul className="border-t border-dashed pt-2">
        {trip.payments.filter(isOnReceipt).map((payment) => (
          <Paid key={payment.id} payment={payment} currency={trip.currency} />
        ))}
      </ul>
      <p className="text-center">{t('thanks')}</p>
    </article>
  )
}

/** What was handed over and what went back; a tip is part of the amount. */
function Paid({ payment, currency }: { payment: TripPayment; currency: string }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const common = useTranslations('common')
  const { amount, tip_amount, tendered_amount, cash_rounding } = payment
  const change = tendered_amount === null ? 0 : tendered_amount - amount - cash_rounding
  const sign = payment.kind === 'refund' ? -1 : 1
  const method = giftCards.includes(payment.method) ? t('giftCard') : t(`method_${methodOf(payment.method)}`)
  const rows = [
    {
      name: payment.card ? `${method} •••• ${payment.card.last4}` : method,
      sum: sign * amount,
    },
    ...(cash_rounding ? [{ name: common('rounding'), sum: sign * cash_rounding }] : []),
    ...(tip_amount ? [{ name: t('tip'), sum: tip_amount }] : []),
    ...(change > 0 ? [{ name: t('change'), sum: change }] : []),
  ]
  return rows.map(({ name, sum }) => (
    <li key={name} className="flex justify-between gap-4 tabular-nums">
      <span>{name}</span>
      <span>{format.money(sum, currency)}</span>
    </li>
  ))
}

const known = ['cash', 'card', 'external', 'check', 'bank_transfer', 'voucher'] as const
const giftCards = ['gift_card', 'credit']
const alike: Record<string, (typeof known)[number]> = { card_present: 'card', wallet: 'card', wire: 'bank_transfer' }
const methodOf = (method: string) => alike[method] ?? known.find((one) => one === method) ?? 'other'

/** What never happened, or was made void, is on no receipt. */
const isOnReceipt = ({ status }: TripPayment) => status !== 'failed' && status !== 'reversed'

function Tickets({ trip, session }: PartProps) {
  const format = useFormat()
  return trip.tripOrders.flatMap((order) =>
    order.bookings.map((booking) => (
      <article key={booking.id} className="break-after-page space-y-1 border-b border-dashed py-4 text-center">
        <p>{session.account.name}</p>
        <p className="text-lg font-semibold text-balance">{order.experience.name}</p>
        {order.timeslot && (
          <p className="text-2xl font-semibold tabular-nums">{format.time(order.timeslot.start_time)}</p>
        )}
        {order.timeslot && <p className="first-letter:uppercase">{format.day(order.timeslot.date)}</p>}
        <p className="text-base font-medium">{booking.customerType.name}</p>
        {fullName(booking.guest) && <p>{fullName(booking.guest)}</p>}
        {order.experience.meeting_point && <p>{order.experience.meeting_point}</p>}
        <p className="pt-1 font-mono tracking-wider">{booking.ticket_code}</p>
        <p className="font-mono text-xs">{trip.confirmation_code}</p>
      </article>
    )),
  )
}
