'use client'
import { useTranslations } from 'use-intl'
import type { TripFull } from '@/api/models'
import { useFormat } from '@/lib/use-format'
import { cx } from './ui/cx'

type Props = {
  trip: TripFull
  /** Ends with the total: what was paid stands elsewhere. */
  isPriceOnly?: boolean
}

const terms = {
  booking_fee: 'bookingFee',
  cancellation_fee: 'cancellationFee',
  processing_fee: 'processingFee',
  discount: 'lineDiscount',
  rounding: 'lineRounding',
} as const

type Sum = {
  name: 'total' | 'tip' | 'paid' | 'refunded' | 'balance'
  amount: number
  isStrong?: boolean
  isDue?: boolean
}

/** What stands below the lines; what is nothing is left out. */
function sumsOf({ total, tip, paid, refunded, balance }: TripFull['totals']): Sum[] {
  return [
    { name: 'total', amount: total, isStrong: true },
    ...(tip ? [{ name: 'tip' as const, amount: tip }] : []),
    ...(paid ? [{ name: 'paid' as const, amount: -paid }] : []),
    ...(refunded ? [{ name: 'refunded' as const, amount: refunded }] : []),
    ...(balance ? [{ name: 'balance' as const, amount: balance, isStrong: true, isDue: balance > 0 }] : []),
  ]
}

/** The lines of a trip's bill as every mail and paper has them, its total, what was paid and what is left. */
export function PriceList({ trip, isPriceOnly }: Props) {
  const t = useTranslations('common')
  const format = useFormat()
  const sums = sumsOf(trip.totals).filter((row) => row.name === 'total' || !isPriceOnly)
  return (
    <dl className="space-y-1.5 tabular-nums">
      {trip.billLines.map((line, index) => (
        <div key={index} className="flex justify-between gap-4">
          <dt className="text-soft">
            <bdi>{line.term ? t(terms[line.term]) : line.label}</bdi>
            {line.is_inclusive && <span className="text-faint"> ({t('included')})</span>}
            {line.qty > 1 && <span className="text-faint"> × {format.number(line.qty)}</span>}
          </dt>
          <dd className={cx(line.is_inclusive && 'text-faint')}>{format.money(line.amount, trip.currency)}</dd>
        </div>
      ))}
      {sums.map(({ name, amount, isStrong, isDue }, index) => (
        <div
          key={name}
          className={cx(
            'flex justify-between gap-4',
            index === 0 && 'border-t pt-1.5',
            isStrong && 'font-semibold',
            isDue && 'text-warn',
          )}
        >
          <dt>{t(name)}</dt>
          <dd>{format.money(amount, trip.currency)}</dd>
        </div>
      ))}
    </dl>
  )
}
