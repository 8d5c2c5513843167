'use client'
import { useTranslations } from 'use-intl'
import { Press } from '@/components/ui/press'
import { Swatch } from '@/components/ui/swatch'
import { addDays } from '@/lib/dates'
import { useFormat } from '@/lib/use-format'
import { useGuestCount } from '@/lib/use-guest-count'
import type { RepeatSale } from '../types'

type Props = { rows: RepeatSale[]; today: string; onChoose: (sale: RepeatSale) => void }

/** Parties that were sold before, each on its next departure: one tap away from being sold again. */
export function RepeatSales({ rows, today, onChoose }: Props) {
  const t = useTranslations('desk')
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="again" className="mb-6">
      <h2 id="again" className="mb-2 text-sm font-semibold text-soft">
        {t('sellAgain')}
      </h2>
      <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:thin] md:mx-0 md:flex-wrap md:px-0">
        {rows.map((sale) => (
          <li
            key={`${sale.experience_id} ${sale.guests.map((one) => one.qty).join()} ${sale.departure.timeslot_id}`}
            className="shrink-0"
          >
            <Card sale={sale} today={today} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Card({ sale, today, onChoose }: Omit<Props, 'rows'> & { sale: RepeatSale }) {
  const format = useFormat()
  const guestCount = useGuestCount()
  const when = useWhen(sale, today)
  return (
    <Press
      onPress={() => onChoose(sale)}
      className="flex h-full w-56 flex-col rounded-xl border bg-surface p-3 text-start hover:bg-sunken"
    >
      <span className="flex items-start gap-2 font-medium">
        <Swatch color={sale.color} className="mt-1.5 size-2.5 shrink-0 rounded-full" />
        <span className="line-clamp-2">{sale.name}</span>
      </span>
      <span className="mt-1 text-sm text-soft">
        {format.shortList(sale.guests.map((one) => guestCount(one.name, one.qty)))}
      </span>
      <span className="mt-auto pt-2 text-sm font-semibold text-accent tabular-nums">{when}</span>
    </Press>
  )
}

function useWhen({ departure }: RepeatSale, today: string): string {
  const t = useTranslations('desk')
  const format = useFormat()
  const time = departure.is_flex ? t('anyTime') : format.time(departure.start_time)
  if (departure.date === today) return t('todayAt', { time })
  if (departure.date === addDays(today, 1)) return t('tomorrowAt', { time })
  return `${format.day(departure.date, 'short')}, ${time}`
}
