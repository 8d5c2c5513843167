'use client'
import { CalendarClock, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { IconButton, Button } from '@/components/ui/button'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import type { WantedOrder } from '../model'
import { useSale } from '../use-sale'
import { GuestRows } from './guest-rows'
import { OrderExtras } from './order-extras'
import { ProblemNotice } from './problem-notice'

type Props = { order: WantedOrder; onMove: () => void; onEnter: () => void }

/** One departure of the trip that is being made, with its guests. */
export function OrderBlock({ order, onMove, onEnter }: Props) {
  const { cart, problem, store } = useSale()
  const set = (part: Partial<WantedOrder>) =>
    store.change(({ orders }) => ({
      orders: orders.map((one) => (one.key === order.key ? { ...one, ...part } : one)),
    }))
  const drop = () => store.change(({ orders }) => ({ orders: orders.filter((one) => one.key !== order.key) }))
  return (
    <section aria-label={order.name} className="rounded-xl border bg-surface">
      <Head order={order} onMove={onMove} onDrop={drop} />
      <div className="space-y-3 px-4 py-2 sm:px-5">
        <GuestRows
          timeslot={order.timeslot_id}
          method={cart.method}
          quantities={order.quantities}
          onChange={(quantities) => set({ quantities })}
          onEnter={onEnter}
          partKey={order.key}
        />
        <OrderExtras order={order} />
        {problem?.key === order.key && (
          <div className="pb-2">
            <ProblemNotice order={order} error={problem.error} />
          </div>
        )}
      </div>
    </section>
  )
}

type HeadProps = { order: WantedOrder; onMove: () => void; onDrop: () => void }

function Head({ order, onMove, onDrop }: HeadProps) {
  const t = useTranslations('sell')
  const format = useFormat()
  return (
    <header className="flex items-start gap-3 border-b px-4 py-3 sm:px-5">
      <Swatch color={order.color} className="mt-1.5 size-3 shrink-0 rounded-full" />
      <div className="min-w-0 grow">
        <h2 className="font-semibold text-pretty">{order.name}</h2>
        <p className="text-sm text-soft tabular-nums">
          <span className="first-letter:uppercase">{format.day(order.date)}</span>
          {', '}
          {order.is_flex ? t('anyTime') : format.time(order.start_time)}
        </p>
      </div>
      <Button size="sm" look="quiet" onPress={onMove}>
        <CalendarClock aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{t('otherTime')}</span>
      </Button>
      <IconButton label={t('dropOrder', { what: order.name })} onPress={onDrop} className="-me-2">
        <X aria-hidden className="size-5" />
      </IconButton>
    </header>
  )
}
