'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { Button } from '@/components/ui/button'
import { Drawer } from '@/components/ui/drawer'
import { TextField } from '@/components/ui/field'
import { Notice } from '@/components/ui/notice'
import { Skeleton } from '@/components/ui/skeleton'
import { ErrorState } from '@/components/ui/states'
import { HoldClock } from '@/features/sell/components/hold-clock'
import { OrderExtras, TripQuestions } from '@/features/sell/components/order-extras'
import type { WantedOrder } from '@/features/sell/model'
import { useSale } from '@/features/sell/use-sale'
import { useFormat } from '@/lib/use-format'
import { dayQuery } from '../api'
import { fitOf, heldBy, sumOf, tripSum, type Fallback } from '../model'
import type { Departure, Desk, Tour } from '../types'
import { useSelling } from '../use-selling'
import { ContactFields } from './contact-fields'
import { GuestSteps } from './guest-steps'
import { Hands, MoneyLines } from './money-lines'
import { SaleProblem } from './sale-problem'

type Props = { desk: Desk; fallback: Fallback; onClose: () => void; onSold: (trip: TripFull) => void }

/** The sale of one departure: how many, who, Sell. */
export function SaleSheet({ desk, fallback, onClose, onSold }: Props) {
  const { cart } = useSale()
  const order = cart.orders[0]
  const { data, error, refetch } = useQuery(dayQuery(order?.date ?? ''))
  const tour = data?.experiences.find((one) => one.id === order?.experience_id)
  const departure = tour?.departures.find((one) => one.timeslot_id === order?.timeslot_id)
  const selling = useSelling(onSold)
  if (!order) return null
  const props = { desk, fallback, order, selling }
  return (
    <Drawer
      isOpen
      title={order.name}
      onClose={() => !selling.isPending && onClose()}
      footer={tour && departure && <SellButton {...props} tour={tour} departure={departure} />}
    >
      {tour && departure ? (
        <Form {...props} tour={tour} departure={departure} />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Gone />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Drawer>
  )
}

type PartProps = {
  desk: Desk
  fallback: Fallback
  order: WantedOrder
  tour: Tour
  departure: Departure
  selling: ReturnType<typeof useSelling>
}

function Form({ desk, fallback, order, tour, departure, selling }: PartProps) {
  const { store, cart, trip } = useSale()
  const sum = useSum(departure, order)
  return (
    <div className="space-y-5 pt-1">
      <When order={order} departure={departure} />
      <GuestSteps
        tour={tour}
        departure={departure}
        currency={desk.currency}
        quantities={order.quantities}
        onChange={(quantities) => {
          selling.reset()
          store.change({ orders: [{ ...order, quantities }] })
        }}
      />
      <ContactFields fallback={fallback} />
      {desk.reseller.is_voucher_required && <VoucherField value={cart.voucher} />}
      {trip && (
        <div className="flex flex-wrap gap-2 empty:hidden">
          <OrderExtras order={order} />
          <TripQuestions />
        </div>
      )}
      {sum && <MoneyLines sum={sum} desk={desk} />}
      <HoldClock />
    </div>
  )
}

/** The trip as the server reckons it, as soon as it does; what its tickets come to until then. */
function useSum(departure: Departure, order: WantedOrder) {
  const { trip, saving } = useSale()
  const known = trip && saving === 'idle' && trip.pax_cnt > 0 ? tripSum(trip) : null
  return departure.prices.length === 0 ? null : (known ?? sumOf(departure, order.quantities))
}

function SellButton({ order, tour, departure, selling, desk }: PartProps) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { trip } = useSale()
  const sum = useSum(departure, order)
  const fit = fitOf(tour, departure, order.quantities, heldBy(trip, departure))
  const words = {
    empty: t('chooseGuests'),
    full: t('onlyLeft', { count: fit.is === 'full' ? fit.count : 0 }),
    few: t('atLeast', { count: fit.is === 'few' ? fit.count : 0 }),
    many: t('atMost', { count: fit.is === 'many' ? fit.count : 0 }),
    ok: sum ? t('sellFor', { amount: format.money(sum.price, desk.currency) }) : t('sell'),
  }[fit.is]
  return (
    <div className="w-full">
      <SaleProblem desk={desk} order={order} error={selling.error} changed={selling.changed} />
      {sum && sum.price > 0 && <Hands sum={sum} desk={desk} />}
      <Button
        look="primary"
        size="lg"
        className="w-full min-h-14! text-lg"
        isPending={selling.isPending}
        isDisabled={fit.is !== 'ok'}
        onPress={() => selling.mutate()}
      >
        {selling.isPending ? t('selling') : words}
      </Button>
    </div>
  )
}

function When({ order, departure }: { order: WantedOrder; departure: Departure }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { trip } = useSale()
  const time = order.is_flex ? t('anyTime') : format.time(order.start_time)
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
      <span className="text-2xl font-semibold">{time}</span>
      <span className="text-soft">{format.day(order.date)}</span>
      {departure.left !== null && (
        <span aria-live="polite" className="ms-auto text-sm text-soft">
          {t('seatsLeft', { count: departure.left + heldBy(trip, departure) })}
        </span>
      )}
    </p>
  )
}

function VoucherField({ value }: { value: string }) {
  const t = useTranslations('desk')
  const { store } = useSale()
  return (
    <TextField
      label={t('voucherNumber')}
      value={value}
      onChange={(voucher) => store.change({ voucher })}
      isRequired
      maxLength={80}
    />
  )
}

/** The departure is not on sale any more: full, closed, or kept from this partner meanwhile. */
function Gone() {
  const t = useTranslations('desk')
  return <Notice tone="warn">{t('departureGone')}</Notice>
}
