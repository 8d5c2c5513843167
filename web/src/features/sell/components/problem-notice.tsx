'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/api/client'
import { Button } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useErrorText } from '@/components/ui/states'
import { useCan } from '@/lib/session'
import { useFormat } from '@/lib/use-format'
import { bookableQuery, type Bookable } from '../api'
import type { Method, WantedOrder } from '../model'
import { useSale } from '../use-sale'

type Props = { order: WantedOrder; error: unknown }

const seatless = ['sold_out', 'not_bookable', 'resource_unavailable']

/** Why a party cannot go, where it could go instead, and for those who may: go all the same. */
export function ProblemNotice({ order, error }: Props) {
  const { cart } = useSale()
  const errorText = useErrorText()
  const isSeats = error instanceof ApiError && seatless.includes(error.code)
  return (
    <Notice tone="bad">
      {isSeats ? <NoSeats order={order} method={cart.method} error={error} /> : errorText(error)}
    </Notice>
  )
}

function NoSeats({ order, method, error }: Props & { method: Method; error: ApiError }) {
  const t = useTranslations('sell')
  const mayOverbook = useCan('timeslot.overbook')
  const { store } = useSale()
  const quantities = Object.entries(order.quantities)
    .filter(([, qty]) => qty > 0)
    .map(([id, qty]) => ({ experience_customer_type_id: Number(id), qty }))
  const { data } = useQuery(bookableQuery({ timeslot: order.timeslot_id, quantities, method }))
  const isFull = error.code === 'sold_out' || data?.reason === 'sold_out'
  return (
    <div className="space-y-2.5">
      <p className="font-medium">
        {isFull ? t('notEnough', { left: data?.remaining ?? Number(error.detail.remaining ?? 0) }) : error.message}
      </p>
      {data && data.alternatives.length > 0 && <Alternatives order={order} found={data.alternatives} />}
      {data?.can_overbook && mayOverbook && (
        <Button size="sm" look="danger" onPress={() => store.change({ overbook: true })}>
          {t('overbook')}
        </Button>
      )}
    </div>
  )
}

function Alternatives({ order, found }: { order: WantedOrder; found: Bookable['alternatives'] }) {
  const t = useTranslations('sell')
  const format = useFormat()
  const { store } = useSale()
  const move = (to: Bookable['alternatives'][number]) =>
    store.change((cart) => ({
      orders: cart.orders.map((one) =>
        one.key === order.key
          ? { ...one, timeslot_id: to.id, date: to.date, start_time: to.start_time, is_flex: to.is_flex }
          : one,
      ),
    }))
  return (
    <div>
      <p>{t('instead')}</p>
      <div className="mt-1.5 flex flex-wrap gap-2">
        {found.slice(0, 6).map((one) => (
          <Button key={one.id} size="sm" onPress={() => move(one)}>
            {one.date === order.date ? '' : `${format.day(one.date, 'short')}, `}
            {format.time(one.start_time)}
          </Button>
        ))}
      </div>
    </div>
  )
}
