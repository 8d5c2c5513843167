'use client'
import { useTranslations } from 'use-intl'
import type { Manifest } from '@/api/models'
import { Skeleton } from '@/components/ui/skeleton'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'

/** The day in four numbers. */
export function DayTotals({ manifest }: { manifest: Manifest | undefined }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  if (!manifest) return <Skeleton className="mt-2 h-6 w-72 max-w-full" />
  const { departures_cnt, pax_cnt, checked_in_cnt, balance_amount } = manifest.totals
  const numbers = [
    { label: t('departures', { count: departures_cnt }), value: format.number(departures_cnt) },
    { label: t('guests', { count: pax_cnt }), value: format.number(pax_cnt), isWide: true },
    { label: t('here'), value: `${format.number(checked_in_cnt)}/${format.number(pax_cnt)}` },
    { label: t('due'), value: format.moneyShort(balance_amount, manifest.currency), isDue: balance_amount > 0 },
  ]
  return (
    <dl className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-sm sm:gap-x-6">
      {numbers.map(({ label, value, isDue, isWide }) => (
        <div key={label} className={cx('flex-row-reverse items-baseline gap-1.5', isWide ? 'hidden sm:flex' : 'flex')}>
          <dt className="text-soft">{label}</dt>
          <dd className={cx('font-semibold tabular-nums', isDue && 'text-warn')}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
