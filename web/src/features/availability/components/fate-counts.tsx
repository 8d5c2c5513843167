'use client'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { fates, type DayFates } from '../fates'
import { fateLook, fateSign } from './fate-look'

/** How many departures have which fate, with the sign each has in the calendar. */
export function FateCounts({ sum }: { sum: DayFates }) {
  const t = useTranslations('availability')
  return (
    <ul className="mt-2 flex flex-wrap gap-1.5 text-xs font-medium tabular-nums">
      {fates
        .filter((fate) => sum[fate] > 0)
        .map((fate) => (
          <li key={fate} className={cx('rounded-full px-2 py-0.5 no-underline!', fateLook[fate])}>
            <span aria-hidden>{fateSign[fate]} </span>
            {t(`fate_${fate}`, { count: sum[fate] })}
          </li>
        ))}
    </ul>
  )
}
