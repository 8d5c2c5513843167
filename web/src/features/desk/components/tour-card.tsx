'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Picture } from '@/components/ui/picture'
import { Press } from '@/components/ui/press'
import { useFormat } from '@/lib/use-format'
import type { Departure, Tour } from '../types'
import { isolate } from '@/lib/isolate'

type Props = {
  tour: Tour
  currency: string
  onChoose: (departure: Departure) => void
  /** Undefined where the operator keeps no waiting list. */
  onWait: ((departure: Departure) => void) | undefined
}

/** One experience with its times: the price for the first guest type, and the seats that are left. */
export function TourCard({ tour, currency, onChoose, onWait }: Props) {
  return (
    <section aria-labelledby={`tour-${tour.id}`} className="h-full rounded-xl border bg-surface p-3 sm:p-4">
      <header className="flex gap-3">
        {tour.image && <Picture url={tour.image} sizes="64px" isSquare className="size-16 shrink-0 rounded-md" />}
        <div className="min-w-0">
          <h2 id={`tour-${tour.id}`} className="leading-snug font-semibold text-pretty">
            {tour.name}
          </h2>
          <Price tour={tour} currency={currency} />
        </div>
      </header>
      <ul className="mt-3 grid grid-cols-3 gap-2 sm:grid-cols-4">
        {tour.departures.map((departure) => (
          <li key={departure.timeslot_id}>
            <Time departure={departure} onChoose={onChoose} onWait={onWait} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What one guest pays, and what the partner has of it; nothing for who sees no prices. */
function Price({ tour, currency }: Pick<Props, 'tour' | 'currency'>) {
  const t = useTranslations('desk')
  const format = useFormat()
  const [kind] = tour.guest_types
  const prices = tour.departures
    .flatMap((one) => one.prices)
    .filter((one) => one.experience_customer_type_id === kind?.experience_customer_type_id)
  const least = prices.reduce<(typeof prices)[number] | null>(
    (best, one) => (best && best.price <= one.price ? best : one),
    null,
  )
  if (!kind || !least) return null
  const isVaried = prices.some((one) => one.price !== least.price)
  const price = format.money(least.price, currency)
  return (
    <p className="mt-0.5 text-sm text-soft tabular-nums">
      <span className="text-ink">{isVaried ? t('fromPrice', { price }) : price}</span>
      {` · ${isolate(kind.name)}`}
      {least.commission_amount > 0 && (
        <span className="block text-good">
          {t('youEarn', { amount: format.money(least.commission_amount, currency) })}
          {' · '}
          {t('netPrice', { amount: format.money(least.net_amount, currency) })}
        </span>
      )}
    </p>
  )
}

const few = 6

function Time({ departure, onChoose, onWait }: Pick<Props, 'onChoose' | 'onWait'> & { departure: Departure }) {
  const t = useTranslations('desk')
  const format = useFormat()
  const { left, is_flex, start_time } = departure
  const isFull = left === 0
  const onPress = isFull ? onWait : onChoose
  const fullWords = onWait ? t('fullWait') : t('full')
  const words = left === null ? t('open') : isFull ? fullWords : t('seatsLeft', { count: left })
  return (
    <Press
      isDisabled={!onPress}
      onPress={() => onPress?.(departure)}
      className={cx(
        'flex min-h-14 w-full flex-col items-center justify-center rounded-md border px-1 leading-tight tabular-nums',
        isFull ? 'bg-sunken text-faint' : 'border-line-strong hover:bg-accent-wash',
        onPress && 'hover:border-accent',
      )}
    >
      <span className={cx('font-semibold', isFull && 'line-through')}>
        {is_flex ? t('anyTime') : format.time(start_time)}
      </span>
      <span
        className={cx('text-xs', left !== null && left > 0 && left <= few ? 'font-medium text-warn' : 'text-faint')}
      >
        {words}
      </span>
    </Press>
  )
}
