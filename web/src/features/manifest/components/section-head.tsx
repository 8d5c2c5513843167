'use client'
import { useTranslations } from 'use-intl'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import type { GroupBy, Section } from '../view'

type Props = { section: Section; by: Exclude<GroupBy, 'departure'> }

/** Whose departures follow, and how many guests they have. */
export function SectionHead({ section, by }: Props) {
  const t = useTranslations('manifest')
  const format = useFormat()
  const guests = section.departures
    .flatMap((departure) => departure.tripOrders)
    .filter((order) => order.status === 'active')
    .reduce((sum, order) => sum + order.bookings.length, 0)
  return (
    <header className="flex items-baseline gap-2 pt-2">
      {section.color && <Swatch color={section.color} className="size-3 shrink-0 self-center rounded-full" />}
      <h2 className="text-lg font-semibold">{section.title ?? (by === 'experience' ? '' : t(`without_${by}`))}</h2>
      <p className="text-sm text-soft tabular-nums">
        {format.number(guests)} {t('guests', { count: guests })}
      </p>
    </header>
  )
}
