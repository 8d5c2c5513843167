'use client'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'

type Props = { amount: number; currency: string; isLate?: boolean }

/** An amount that stands out only where there is one; what is late is told by its color and its weight. */
export function Debt({ amount, currency, isLate }: Props) {
  const format = useFormat()
  return (
    <span
      className={cx('tabular-nums', amount === 0 && 'text-faint', isLate && amount > 0 && 'font-semibold text-bad')}
    >
      {format.money(amount, currency)}
    </span>
  )
}
