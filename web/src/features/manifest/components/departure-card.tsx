'use client'
import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Scope } from '@/components/mass-cancel/types'
import { Badge } from '@/components/ui/badge'
import { cx } from '@/components/ui/cx'
import { FillBar } from '@/components/ui/fill-bar'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import type { Departure } from '../model'
import type { DayFacts } from '../types'
import type { Deed } from '../use-check-in'
import { DepartureFacts } from './departure-facts'
import { DepartureMenu } from './departure-menu'
import { OrderRow } from './order-row'

type Props = {
  departure: Departure
  facts: DayFacts
  /** Until the next departure of the day leaves; null for all the others. */
  minutesLeft: number | null
  isPast: boolean
  isGrouped: boolean
  onChange: (deed: Deed) => void
  onCancel: (scope: Scope) => void
}

/** One departure: when, what, how full, with whom, and its guests. */
export const DepartureCard = memo(function DepartureCard(props: Props) {
  const { departure, facts, minutesLeft, onChange, onCancel } = props
  const { guides, resources } = departure
  const common = useMemo(() => ({ guides, resources }), [guides, resources])
  return (
    <div
      className={cx(
        'overflow-hidden rounded-xl border bg-surface',
        minutesLeft !== null && 'border-accent ring-1 ring-accent',
        departure.status === 'cancelled' && 'bg-sunken',
      )}
    >
      <header className="relative grid grid-cols-[auto_1fr_auto] gap-x-4 gap-y-2 py-3 pr-3 pl-5 sm:grid-cols-[5.5rem_1fr_auto_auto]">
        <Swatch color={departure.experience.color} className="absolute inset-y-0 left-0 h-full w-1.5" />
        <Times {...props} />
        <div className="min-w-0">
          <Title {...props} />
          <DepartureFacts departure={departure} />
        </div>
        <Fill departure={departure} currency={facts.currency} />
        <DepartureMenu {...{ departure, onChange, onCancel }} statuses={facts.bookingStatuses} />
      </header>
      {departure.tripOrders.length > 0 && (
        <ul className="divide-y border-t [contain-intrinsic-size:auto_14rem] [content-visibility:auto] print:[content-visibility:visible]">
          {departure.tripOrders.map((order) => (
            <OrderRow key={order.id} order={order} common={common} facts={facts} onChange={onChange} />
          ))}
        </ul>
      )}
    </div>
  )
})

function Times({ departure, facts, isPast }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  return (
    <div className="leading-tight">
      <p className={cx('text-xl font-semibold whitespace-nowrap tabular-nums', isPast && 'text-faint')}>
        {format.time(departure.start_time)}
      </p>
      <p className="text-xs text-faint tabular-nums">
        {t('until', { time: format.instantTime(departure.end_at, facts.time_zone) })}
      </p>
    </div>
  )
}

function Title({ departure, minutesLeft, isGrouped }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const Heading = isGrouped ? 'h3' : 'h2'
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Heading className={cx('font-semibold text-pretty', departure.status === 'cancelled' && 'line-through')}>
        {departure.experience.name}
      </Heading>
      {minutesLeft !== null && <Badge tone="accent">{format.distance(minutesLeft)}</Badge>}
      {departure.status === 'cancelled' && <Badge tone="bad">{t('cancelled')}</Badge>}
      {departure.status === 'closed' && <Badge>{t('closed')}</Badge>}
    </div>
  )
}

function Fill({ departure, currency }: { departure: Departure; currency: string }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { booked_pax_cnt: booked, held_pax_cnt: held, capacity, balance_amount: due, waiver } = departure
  // Guests, not seats: an infant is here without taking one.
  const { checked_in_cnt: here, booking_cnt: all } = departure
  const unsigned = waiver.required - waiver.signed
  return (
    <div className="order-last col-span-3 flex flex-wrap items-center gap-x-4 gap-y-1 sm:order-none sm:col-span-1 sm:flex-col sm:items-end sm:gap-1">
      <FillBar booked={booked} held={held} capacity={capacity} />
      <p className="flex flex-wrap gap-x-3 text-xs text-soft tabular-nums sm:justify-end">
        {all > 0 && <span>{t('hereOf', { here, all })}</span>}
        {due > 0 && (
          <span className="font-medium text-warn">{t('amountDue', { amount: format.moneyShort(due, currency) })}</span>
        )}
        {unsigned > 0 && <span className="font-medium text-warn">{t('waiversMissing', { count: unsigned })}</span>}
      </p>
    </div>
  )
}
