'use client'
import { Hourglass, Lock, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { Swatch } from '@/components/ui/swatch'
import { useFormat } from '@/lib/use-format'
import { bufferShare, type Bar } from '../timeline'

type Props = { bar: Bar; zone: string; onOpen: () => void }

/** One use on the timeline, with its buffer hatched behind it. What a checkout only holds has a dashed line. */
export function UseBar({ bar, zone, onOpen }: Props) {
  const t = useTranslations('resources')
  const format = useFormat()
  const { use } = bar
  const time = format.instantTime(use.start_at, zone)
  const who = use.tripOrder ? use.tripOrder.group_name || use.tripOrder.name : ''
  const label = [time, use.experience.name, who, t('unitsOf', { count: use.units })].filter(Boolean).join(', ')
  return (
    <button
      type="button"
      data-stop
      tabIndex={-1}
      onClick={onOpen}
      aria-label={use.is_held ? `${label}, ${t('held')}` : label}
      className={cx(
        'relative flex size-full items-stretch overflow-hidden rounded-md border bg-raised text-start text-xs shadow-sm hover:border-accent',
        use.is_held ? 'border-dashed border-line-strong' : 'cursor-grab border-line-strong',
      )}
    >
      <Swatch color={use.experience.color} className="h-full w-1.5 shrink-0" />
      <span className="min-w-0 grow px-1.5 py-0.5 leading-tight">
        <span className="flex items-center gap-1 font-medium whitespace-nowrap tabular-nums">
          {time}
          {use.is_locked && <Lock aria-hidden className="size-3 shrink-0 text-soft" />}
          {use.is_held && <Hourglass aria-hidden className="size-3 shrink-0 text-soft" />}
          {use.is_conflict_accepted && <TriangleAlert aria-hidden className="size-3 shrink-0 text-warn" />}
          <span className="ms-auto text-soft">{format.number(use.units)}</span>
        </span>
        <span className="block truncate text-soft">{who || use.experience.name}</span>
      </span>
      {bar.buffer > 0 && <Buffer share={bufferShare(bar)} />}
    </button>
  )
}

function Buffer({ share }: { share: number }) {
  return (
    <span
      aria-hidden
      className="schedule-shade shrink-0 border-s border-dashed border-line-strong bg-sunken"
      style={{ width: `${(share * 100).toFixed(2)}%` }}
    />
  )
}
