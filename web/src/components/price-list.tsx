'use client'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { groupLines } from '@/lib/price-lines'
import { useFormat } from '@/lib/use-format'
import { cx } from './ui/cx'

type Props = {
  trip: TripFull
  /** Ends with the total: what was paid stands elsewhere. */
  isPriceOnly?: boolean
}

/** The lines of a trip's price, its total, what was paid and what is left. */
export function PriceList({ trip, isPriceOnly }: Props) {
  const t = useTranslations('common')
  const format = useFormat()
  const { total, paid, refunded, balance } = trip.totals
  const sums = [
    { label: t('total'), amount: total, isStrong: true },
    ...(paid && !isPriceOnly ? [{ label: t('paid'), amount: -paid }] : []),
    ...(refunded && !isPriceOnly ? [{ label: t('refunded'), amount: refunded }] : []),
    ...(balance !== 0 && !isPriceOnly
      ? [{ label: t('balance'), amount: balance, isStrong: true, isDue: balance > 0 }]
      : []),
  ]
  return (
    <dl className="space-y-1.5 tabular-nums">
      {groupLines(trip.priceLines).map((line) => (
        <div key={line.id} className="flex justify-between gap-4">
          <dt className="text-soft">
            {line.kind === 'booking_fee' ? t('bookingFee') : line.label}
            {line.is_inclusive && <span className="text-faint"> ({t('included')})</span>}
            {line.qty > 1 && <span className="text-faint"> × {format.number(line.qty)}</span>}
          </dt>
          <dd className={cx(line.is_inclusive && 'text-faint')}>{format.money(line.amount, trip.currency)}</dd>
        </div>
      ))}
      {sums.map(({ label, amount, isStrong, isDue }, index) => (
        <div
          key={label}
          className={cx(
            'flex justify-between gap-4',
            index === 0 && 'border-t pt-1.5',
            isStrong && 'font-semibold',
            isDue && 'text-warn',
          )}
        >
          <dt>{label}</dt>
          <dd>{format.money(amount, trip.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
