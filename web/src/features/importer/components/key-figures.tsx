'use client'
import { cx } from '@/components/ui/cx'
import { useFormat } from '@/lib/use-format'

type Figure = { name: string; value: number; tone?: 'bad' | 'good' }

/** A few counts in a row, each with its name. */
export function KeyFigures({ label, figures }: { label: string; figures: Figure[] }) {
  const { number } = useFormat()
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border bg-line sm:flex">
      {figures.map(({ name, value, tone }) => (
        <div key={name} className="grow bg-surface p-4 max-sm:last:odd:col-span-2">
          <dt className="text-sm text-faint">{name}</dt>
          <dd className={cx('text-2xl font-semibold tabular-nums', tone === 'bad' && 'text-bad')}>{number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
