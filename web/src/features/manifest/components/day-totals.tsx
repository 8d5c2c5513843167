'use client'
import { CloudOff } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Skeleton } from '@/components/ui/skeleton'
import { cx } from '@/components/ui/cx'
import { useQueue } from '@/lib/offline/use-offline-queue'
import { useFormat } from '@/lib/use-format'
import { unsigned } from '../model'
import type { Day } from '../types'

/** The day in five numbers. */
export function DayTotals({ manifest }: { manifest: Day | undefined }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  if (!manifest) return <Skeleton className="mt-2 h-6 w-72 max-w-full" />
  const { departures_cnt, pax_cnt, checked_in_cnt, balance_amount } = manifest.totals
  const missing = waiversMissing(manifest)
  const numbers = [
    { label: t('departures', { count: departures_cnt }), value: format.number(departures_cnt) },
    { label: t('guests', { count: pax_cnt }), value: format.number(pax_cnt), isWide: true },
    { label: t('here'), value: `${format.number(checked_in_cnt)}/${format.number(ticketsOf(manifest))}` },
    { label: t('due'), value: format.moneyShort(balance_amount, manifest.currency), isDue: balance_amount > 0 },
    ...(missing > 0
      ? [{ label: t('waiversOpen', { count: missing }), value: format.number(missing), isDue: true }]
      : []),
  ]
  return (
    <div className="mt-2 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm sm:gap-x-6">
      <dl className="flex flex-wrap gap-x-3 gap-y-1 sm:gap-x-6">
        {numbers.map(({ label, value, isDue, isWide }) => (
          <div
            key={label}
            className={cx('flex-row-reverse items-baseline gap-1.5', isWide ? 'hidden sm:flex' : 'flex')}
          >
            <dt className="text-soft">{label}</dt>
            <dd className={cx('font-semibold tabular-nums', isDue && 'text-warn')}>{value}</dd>
          </div>
        ))}
      </dl>
      <AsOf manifest={manifest} />
    </div>
  )
}

/** Who can be checked in: also an infant, who is no guest with a seat. */
const ticketsOf = ({ experiences }: Day) =>
  experiences.flatMap((experience) => experience.timeslots).reduce((sum, { booking_cnt }) => sum + booking_cnt, 0)

const waiversMissing = ({ experiences }: Day) =>
  experiences
    .flatMap((experience) => experience.timeslots)
    .flatMap((slot) => slot.tripOrders)
    .reduce((sum, order) => sum + unsigned(order), 0)

/** How old the day is that stands here without a connection. */
function AsOf({ manifest }: { manifest: Day }) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const { isReachable } = useQueue()
  if (isReachable) return null
  return (
    <p className="inline-flex items-center gap-1.5 text-warn">
      <CloudOff aria-hidden className="size-4" />
      {t('asOf', { when: format.instant(manifest.generated_at, manifest.time_zone) })}
    </p>
  )
}
