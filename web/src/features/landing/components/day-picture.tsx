'use client'
import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Bar } from '@/components/ui/bar'
import { cx } from '@/components/ui/cx'
import { Swatch } from '@/components/ui/swatch'

const rows = [
  { time: '09:00', color: '#0b6e99', name: 'tour1', booked: 12, of: 16, isIn: true },
  { time: '11:30', color: '#3f7d20', name: 'tour2', booked: 24, of: 24, isIn: true },
  { time: '14:00', color: '#0b6e99', name: 'tour1', booked: 7, of: 16, isIn: false },
  { time: '18:30', color: '#c2410c', name: 'tour3', booked: 10, of: 12, isIn: false },
] as const

/** A day at a glance, drawn with the product's own parts. */
export function DayPicture() {
  const t = useTranslations('landing')
  return (
    <div aria-hidden className="rounded-xl border bg-surface p-2 shadow-float select-none">
      <ul className="space-y-2">
        {rows.map((row, index) => (
          <li
            key={row.time}
            className={cx(
              'relative flex items-center gap-4 overflow-hidden rounded-md border py-4 pr-4 pl-5',
              index === 2 && 'border-accent ring-1 ring-accent',
            )}
          >
            <Swatch color={row.color} className="absolute inset-y-0 left-0 h-full w-1.5" />
            <span className="w-14 text-lg font-semibold tabular-nums">{row.time}</span>
            <span className="min-w-0 grow">
              <span className="block truncate font-medium">{t(row.name)}</span>
              <span className="mt-1.5 flex items-center gap-3">
                <span className="relative h-1.5 w-28 overflow-hidden rounded-full bg-sunken">
                  <Bar share={(row.booked / row.of) * 100} className="fill-accent" />
                </span>
                <span className="text-sm text-soft tabular-nums">
                  {row.booked}/{row.of}
                </span>
              </span>
            </span>
            <span
              className={cx(
                'grid size-9 shrink-0 place-items-center rounded-full',
                row.isIn ? 'bg-good-wash text-good' : 'border border-line-strong',
              )}
            >
              {row.isIn && <Check className="size-4" strokeWidth={3} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
