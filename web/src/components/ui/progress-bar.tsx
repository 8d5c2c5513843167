'use client'
import { useFormat } from '@/lib/use-format'
import { Bar } from './bar'

type Props = {
  label: string
  /** Null while it is not known how much there is to do. */
  value: number | null
  max: number
}

/** How far something long has come, in counts. */
export function ProgressBar({ label, value, max }: Props) {
  const format = useFormat()
  const counts = value === null ? '' : `${format.number(value)} / ${format.number(max)}`
  const share = value === null ? 100 : (Math.min(value, max) / Math.max(1, max)) * 100
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="text-faint tabular-nums">{counts}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value ?? undefined}
        aria-valuetext={counts || undefined}
        className="relative h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <Bar share={share} className={value === null ? 'animate-pulse-soft fill-accent' : 'fill-accent'} />
      </div>
    </div>
  )
}
