'use client'
import { useTranslations } from 'use-intl'
import type { Departure } from '@/api/models'
import { AppLink } from '@/lib/app-link'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'

/** A day with its departures: when, how many are sold. */
export function DayRow({ day, slots }: { day: string; slots: Departure[] }) {
  const t = useTranslations('experience')
  const format = useFormat()
  return (
    <li className="grid grid-cols-[6.5rem_1fr] items-baseline gap-3 py-2.5">
      <AppLink to="manifest" params={{}} query={`date=${day}`} className="text-sm font-medium hover:underline">
        {format.day(day, 'short')}
      </AppLink>
      <ul className="flex flex-wrap gap-2">
        {slots.map((slot) => {
          const isOff = slot.status !== 'open' && slot.status !== 'live'
          return (
            <li
              key={slot.id}
              className={cx('rounded-md bg-sunken px-2.5 py-1 text-sm tabular-nums', isOff && 'text-faint')}
            >
              <span className={cx('font-medium', slot.status === 'cancelled' && 'line-through')}>
                {format.time(slot.start_time)}
              </span>{' '}
              {slot.status === 'cancelled' ? (
                <span className="text-faint">{t('cancelled')}</span>
              ) : (
                <span className="text-soft">
                  {slot.is_unlimited || slot.capacity === null
                    ? t('sold', { count: slot.booked_pax_cnt ?? 0 })
                    : `${format.number(slot.booked_pax_cnt ?? 0)}/${format.number(slot.capacity)}`}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </li>
  )
}
